/** Counts the hosts of products and of parts of a stack, and compares them with what its configuration expects. */
import { whyIncomplete, whyMaybeExtendedByTask } from '../ansible/index.ts';
import type { Host, Inventory, ProjectTexts } from '../ansible/index.ts';
import { configurations, product as schemaOf } from '../generated/vocabularies.ts';
import type { Expectation, ExpectedCount } from '../model/expectation.ts';
import type { FilePlace, Unknown } from '../model/setting.ts';
import type { DeployedProducts } from './products/deployed-products.ts';
import { shownHost } from './hosts.ts';
import { unknownHosts } from './what-decides.ts';
import { membersOf, whyMoreMembers } from './parts.ts';
import { PARTS } from './products/products.ts';
import type { Part } from './products/products.ts';
import type { Values } from './values.ts';
import type { Vocabulary } from './vocabulary/vocabulary.ts';

/** The names of everything that is counted: products, by their files in `schemas/products`, and parts. */
export const COUNTED: readonly string[] = [...configurations.keys(), ...PARTS];

/** The stack whose members are counted. */
interface CountedStack {
  readonly name: string;
  readonly inventory: Inventory;
  readonly values: Values;
  readonly vocabulary: Vocabulary | undefined;
  /** The products that plays deploy; undefined if there are no plays. */
  readonly deployed: DeployedProducts | undefined;
  readonly project: ProjectTexts;
}

/** The hosts of a product or part. */
interface MemberCount extends Pick<Expectation, 'mayBeOnOthers' | 'open'> {
  readonly hosts: readonly Host[];
  readonly possible: readonly Host[];
}

/** Counts members by the groups or plays that a vocabulary names, and by the files that plays put on hosts. */
export class MemberCounts {
  readonly #stack: CountedStack;

  constructor(stack: CountedStack) {
    this.#stack = stack;
  }

  /** What was expected, with the hosts that were found. */
  compared(expected: readonly ExpectedCount[]): readonly Expectation[] {
    return expected.map(({ name, ...rest }) => {
      const { hosts, possible, ...open } = this.#of(name, rest.at);
      const shown = { hosts: hosts.map(shownHost), possible: possible.map(shownHost) };
      return { subject: subjectOf(name), stack: this.#stack.name, ...rest, ...shown, ...open };
    });
  }

  /** The number of hosts of each product, by its name; if only a run can know it, the product is left out. */
  ofProducts(): ReadonlyMap<string, number> {
    const nowhere: FilePlace = { file: '', start: 0, end: 0 };
    return new Map(
      [...configurations.keys()].flatMap((name) => {
        const { hosts, open } = this.#of(name, nowhere);
        return hosts.length > 0 && open === undefined ? [[name, hosts.length] as const] : [];
      }),
    );
  }

  #of(name: string, at: FilePlace): MemberCount {
    const { inventory, values, vocabulary, deployed, project } = this.#stack;
    const parts = PARTS.filter((part) => part === name || (!isPart(name) && schemaOf(name).part === part));
    const products = isPart(name) ? [...configurations.keys()].filter((one) => schemaOf(one).part === name) : [name];
    const hosts = new Set<Host>();
    const possible = new Map<Host, Unknown>();
    const doubts = [whyIncomplete(inventory, project), whyMaybeExtendedByTask(inventory, 'all')];
    const reasons = doubts.map((doubt) => unknownHosts(doubt, at));
    for (const part of parts) {
      if (!products.includes(vocabulary?.head.parts[part]?.product ?? '') || vocabulary === undefined) continue;
      for (const host of membersOf(inventory, values, vocabulary, part)?.hosts ?? []) hosts.add(host);
      reasons.push(whyMoreMembers(inventory, values, vocabulary, part, at));
    }
    for (const product of products) {
      const spread = deployed?.spreadOf(product);
      for (const host of spread?.sure ?? []) hosts.add(host);
      for (const [host, why] of spread?.possible ?? []) possible.set(host, why);
      reasons.push(spread?.open);
    }
    for (const host of hosts) possible.delete(host);
    const other = reasons.find((why) => why !== undefined);
    const [first] = possible.values();
    return {
      hosts: [...hosts],
      possible: [...possible.keys()],
      mayBeOnOthers: other !== undefined,
      open: other ?? first,
    };
  }
}

function isPart(name: string): name is Part {
  return (PARTS as readonly string[]).includes(name);
}

function subjectOf(name: string): string {
  return isPart(name) ? `The ${name} part` : schemaOf(name).name;
}

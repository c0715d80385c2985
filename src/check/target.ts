/** The target of a check: the inventories to read, and how. */
import type { NamedStack, VaultRequest } from '../ansible/index.ts';
import type { Version } from '../ground/releases.ts';
import type { Files } from '../ground/files.ts';
import type { Attestations } from '../model/attestations.ts';
import type { ExpectedCount } from '../model/expectation.ts';
import type { Stated } from '../model/setting.ts';
import type { Stack } from '../model/stack.ts';
import type { Topology } from '../model/topology.ts';
import type { Document } from '../source/document.ts';
import type { Vocabulary } from '../stack/vocabulary/vocabulary.ts';
import type { CheckCache } from './check-cache.ts';

/** The inventories to read, and how. Paths are relative to `cwd` or absolute. */
export interface CheckTarget {
  readonly files: Files;
  readonly cwd: string;
  /** The environment variables that Ansible reads, as in a run; none if left out. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Project folders, inventories, or files that belong to one; empty means `cwd`. */
  readonly paths: readonly string[];
  /** `-i`: inventory sources, instead of looking for them. */
  readonly inventory: readonly string[];
  readonly playbookDir: string | undefined;
  /** `--playbook`: the playbooks that deploy the stacks; empty means every playbook that reaches their hosts. */
  readonly playbooks?: readonly string[];
  /** The stacks of the configuration; the paths choose among them. If there are none, inventories are searched for. */
  readonly stacks?: readonly TargetStack[];
  /** The folder of the configuration. */
  readonly configurationFolder?: string | undefined;
  /** Absolute globs: no inventories and playbooks are looked for there, and no findings reported. */
  readonly ignore?: readonly string[];
  /** Files that hold requests for people to send, by absolute globs, or the bodies of the request that is named. */
  readonly records?: readonly NamedRecord[];
  /** The licence of Elasticsearch, as a person says: `basic`. */
  readonly licence?: Stated<string> | undefined;
  /** The facts that a person vouches for. */
  readonly attestations?: Omit<Attestations, 'today'> | undefined;
  /** The day of the check, as `2027-01-31`; today if left out. */
  readonly today?: string | undefined;
  /** The memory of hosts in GB, as a person says, by patterns as `--limit` takes them; the last that matches counts. */
  readonly ram?: readonly { readonly pattern: Stated<string>; readonly gigabytes: Stated<number> }[];
  /** `-e`: variables above all others, in order: `key=value …`, `{…}` as JSON or YAML, `@FILE`. */
  readonly extraVars?: readonly string[];
  /** The release of ansible-core to follow; undefined means the reference release. */
  readonly version?: Version | undefined;
  /** True if scenarios of a role, or made-up hosts, may take the place of an inventory that is not found. */
  readonly standIns?: boolean | undefined;
  /** True if the inventories in the usual places count even though an `ansible.cfg` names one of them. */
  readonly besideConfigured?: boolean | undefined;
  /** `--limit`: a pattern for the hosts to report; all are read. */
  readonly limit?: string | undefined;
  /** Sources of vault passwords, in addition to those that `ansible.cfg` names. */
  readonly vault?: VaultRequest | undefined;
  /** The cache of earlier checks of the project. */
  readonly cache?: CheckCache | undefined;
  /**
   * Vocabularies to choose from, or the names of built-in ones. A single one is taken as it is; empty means all
   * built-in ones.
   */
  readonly vocabularies: readonly (string | Vocabulary)[];
  /**
   * The vocabularies that a person names have to fit, or a search stack has to be understood as well; neither if left
   * out.
   */
  readonly requires?: 'vocabularies' | 'stack';
  /** True if nobody asks for the stacks after the check: each is let go once it was judged. */
  readonly releasesStacks?: boolean;
  /** Draws a stack, if the report has a picture of each. */
  readonly draw?: ((stack: Stack) => Topology) | undefined;
  /** Called with each step of the work before it begins: `reading production`. */
  readonly progress?: ((step: string) => void) | undefined;
  /** The path of the configuration that was read, as it is shown, for the report to name it. */
  readonly configuration?: string | undefined;
  /** The files of the configuration, for the places of what they expect. */
  readonly configurationFiles?: readonly Document[];
}

/** Files with requests; `request` names that of files which hold its body alone: `PUT /_slm/policy/{name}`. */
export interface NamedRecord {
  readonly files: string;
  readonly request?: string | undefined;
}

/** A stack of the configuration. */
export interface TargetStack extends NamedStack {
  /** The vocabularies to choose from; empty means those of the target. */
  readonly vocabularies: readonly (string | Vocabulary)[];
  /** The licence of Elasticsearch in it; undefined if that of the target counts. */
  readonly licence?: Stated<string> | undefined;
  /** The numbers of hosts that it is meant to have. */
  readonly expect: readonly ExpectedCount[];
}

/** The names of vocabularies. */
export function namesOf(vocabularies: CheckTarget['vocabularies']): readonly string[] {
  return vocabularies.map((one) => (typeof one === 'string' ? one : one.name));
}

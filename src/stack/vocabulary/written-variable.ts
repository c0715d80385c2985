/** A variable as a document writes it, judged by the vocabulary alone. */
import type { Assignment } from '../../ansible/index.ts';
import type { Version } from '../../ground/releases.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { isSecretName } from '../../model/secret-names.ts';
import type { Document } from '../../source/document.ts';
import { plainData } from '../../source/tree.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { countsAsUnset, isTemplated, isVaulted } from '../plain.ts';
import { dottedKeyPath, nodeAt, scalarsIn } from './schema-walk.ts';
import type { FoundScalar } from './schema-walk.ts';
import { secretScalarsAmong } from '../secrecy/plaintext-secrets.ts';
import type { SecretScalar } from '../secrecy/plaintext-secrets.ts';
import { mapInText } from './slots.ts';
import { surpriseOf, surpriseOfTag } from './surprises.ts';
import type { Surprise } from './surprises.ts';
import { propertyOf } from './vocabulary.ts';
import type { PropertySchema, Violation, Vocabulary } from './vocabulary.ts';

/** The vocabulary and the release of Ansible that a variable is judged by. */
interface Standards {
  readonly vocabulary: Vocabulary | undefined;
  readonly version: Version;
}

/** A scalar whose value is not what its text suggests. */
export type SurprisingScalar = FoundScalar & { readonly surprise: Surprise };

interface WrittenSecrets {
  readonly scalars: readonly SecretScalar[];
  /** True if they are in a map within a text that a role pastes into a file, and so have no places of their own. */
  readonly isPasted: boolean;
}

const NOTHING_NOTABLE: NotableScalars = { templates: [], surprises: [], secrets: { scalars: [], isPasted: false } };
const NO_VIOLATIONS: ReadonlyMap<Node, Violation> = new Map();

/** The variables of each document, by their keys. */
const written = new WeakMap<Document, Map<Scalar, WrittenVariable>>();

/** The variable that an assignment writes; the same object while its document and the standards are the same. */
export function writtenVariableOf(assignment: Assignment, standards: Standards): WrittenVariable {
  const { document, key } = assignment;
  const ofDocument = madeOnce(written, document, () => new Map());
  let variable = ofDocument.get(key);
  if (variable?.isOf(assignment, standards) !== true)
    ofDocument.set(key, (variable = new WrittenVariable(assignment, standards)));
  return variable;
}

/** The scalars of a variable that rules ask for. */
interface NotableScalars {
  readonly templates: readonly FoundScalar[];
  readonly surprises: readonly SurprisingScalar[];
  readonly secrets: WrittenSecrets;
}

/**
 * A variable as it is written: nothing here depends on a host, another variable or a play. Everything is worked out
 * when first asked for.
 */
export class WrittenVariable {
  readonly name: string;
  /** Undefined if the vocabulary does not know the variable. */
  readonly property: PropertySchema | undefined;
  readonly #document: Document;
  readonly #value: Node;
  readonly #standards: Standards;
  #notable: NotableScalars | undefined;
  #violations: ReadonlyMap<Node, Violation> | undefined;

  constructor({ key, document, value }: Assignment, { vocabulary, version }: Standards) {
    this.name = String(key.value);
    this.#document = document;
    this.#value = value;
    // Whoever asks may know all of a stack, which is not to be kept here.
    this.#standards = { vocabulary, version };
    this.property = propertyOf(vocabulary, this.name);
  }

  /** Tells whether it is this variable by these standards. */
  isOf({ document, value }: Assignment, { vocabulary, version }: Standards): boolean {
    const own = this.#standards;
    return (
      document === this.#document && value === this.#value && vocabulary === own.vocabulary && version === own.version
    );
  }

  /** The scalars that are templates. */
  get templates(): readonly FoundScalar[] {
    return this.#notableScalars.templates;
  }

  /**
   * The scalars whose values are not what their texts suggest, including templates that Jinja may not be able to
   * read.
   */
  get surprises(): readonly SurprisingScalar[] {
    return this.#notableScalars.surprises;
  }

  /** The scalars under the names of secrets. */
  get secrets(): WrittenSecrets {
    return this.#notableScalars.secrets;
  }

  get #notableScalars(): NotableScalars {
    return (this.#notable ??= this.#findNotableScalars());
  }

  #findNotableScalars(): NotableScalars {
    const scalars = scalarsIn(this.#standards.vocabulary, this.property, this.#value);
    const templates: FoundScalar[] = [];
    const surprises: SurprisingScalar[] = [];
    for (const one of scalars) {
      if (isTemplated(one.scalar)) templates.push(one);
      const surprise = this.#surpriseIn(one);
      if (surprise !== undefined) surprises.push({ ...one, surprise });
    }
    const secrets = this.#secretsAmong(scalars);
    // Most variables have nothing notable, and what is kept for thousands of variables fills most of a check's
    // memory.
    const isNothing = templates.length === 0 && surprises.length === 0 && secrets.scalars.length === 0;
    return isNothing ? NOTHING_NOTABLE : { templates, surprises, secrets };
  }

  #surpriseIn({ scalar, kinds, keyPath }: FoundScalar): Surprise | undefined {
    const { version } = this.#standards;
    if (this.property === undefined) return surpriseOfTag(scalar, this.#document, version);
    const naming = { variable: this.name, keys: () => dottedKeyPath(keyPath) };
    return surpriseOf(scalar, this.#document, kinds, naming, version);
  }

  #secretsAmong(scalars: readonly FoundScalar[]): WrittenSecrets {
    const { name, property } = this;
    const pasted = property?.merged === undefined ? undefined : mapInText(this.#value);
    if (pasted !== undefined) {
      const inText = scalarsIn(undefined, undefined, pasted);
      return { scalars: secretScalarsAmong(inText, name, false), isPasted: true };
    }
    const isSecret = property?.secret === true || isSecretName(name);
    return { scalars: secretScalarsAmong(scalars, name, isSecret), isPasted: false };
  }

  /** The parts that break the schema, each with its first violation. */
  get violations(): ReadonlyMap<Node, Violation> {
    return (this.#violations ??= this.#findViolations());
  }

  #findViolations(): ReadonlyMap<Node, Violation> {
    const { vocabulary } = this.#standards;
    const value = this.#value;
    if (vocabulary === undefined || this.property === undefined || countsAsUnset(value) || isOpaque(value))
      return NO_VIOLATIONS;
    const violations = vocabulary.validate(this.name, plainData(value));
    if (violations.length === 0) return NO_VIOLATIONS;
    const broken = new Map<Node, Violation>();
    for (const violation of violations) {
      const { node } = nodeAt(value, violation.instancePath);
      if (!isOpaque(node) && !broken.has(node)) broken.set(node, violation);
    }
    return broken;
  }
}

function isOpaque(node: Node): boolean {
  return isTemplated(node) || isVaulted(node);
}

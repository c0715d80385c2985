/** Secrets in plain text in the files that plays put on hosts: where the template, the task or a variable has them. */
import type { Location } from '../../source/document.ts';
import { posix } from 'node:path';
import type { DeployedFile, Inventory, RenderedText } from '../../ansible/index.ts';
import { configurations, product as schemaOf } from '../../generated/vocabularies.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { secretLiteralsIn } from '../../model/secret-literals.ts';
import type { NamedLiteral } from '../../model/secret-literals.ts';
import { isSecretName, mayContainSecretName } from '../../model/secret-names.ts';
import type { FilePlace } from '../../model/setting.ts';
import type { PlainSecret } from '../../model/source-document.ts';
import type { Node, Range } from '../../source/tree.ts';
import { placeIn } from '../place.ts';
import { isVaulted } from '../plain.ts';
import { configurationFileOf, NAMES_OF_PRODUCTS } from '../rendered/configuration-files.ts';
import { NO_STEPS, sourceOfValue } from '../rendered/value-source.ts';
import { cutIntoSections, worldsOfSection } from '../rendered/world.ts';
import type { World } from '../rendered/world.ts';
import type { Values } from '../values.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { exposedByText, fallbacksIn, rangeInTemplate } from './plaintext-secrets.ts';
import { isNamedSecret, isOfThisRun } from './template-secrets.ts';

/** The inventory in which files are rendered. */
export interface FilesContext {
  readonly inventory: Inventory;
  readonly values: Values;
  readonly vocabulary: Vocabulary | undefined;
}

/** Files in which `password = …` may be code, or a word of a text. */
const NO_CONFIGURATION = /\.(?:py|rb|pl|js|ts|java|groovy|php|lua|sql|md|rst|txt|html?|css|xml|svg|log|crt|pem|key)$/;
const ANY_LINE = /[^]/y;

/** Tells a setting that is secret by its name, or because a product says so. */
function isSecret(name: string): boolean {
  return isSecretName(name) || [...configurations.keys()].some((product) => secretSettingsOf(product).has(name));
}

const secretSettings = new Map<string, ReadonlySet<string>>();

function secretSettingsOf(product: string): ReadonlySet<string> {
  return madeOnce(secretSettings, product, () => {
    const { settings } = schemaOf(product);
    return new Set(Object.keys(settings).filter((name) => settings[name]?.secret === true));
  });
}

/** Finds the secrets in plain text in rendered files; each text once. */
export class FileSecrets {
  readonly #context: FilesContext;
  readonly #known = new WeakMap<RenderedText, readonly PlainSecret[]>();

  constructor(context: FilesContext) {
    this.#context = context;
  }

  /** The secrets in a file of a product, by its path on the host; none in files of other software. */
  in({ path, text, writers }: DeployedFile): readonly PlainSecret[] {
    const source = writers.findLast((writer) => writer.source !== undefined)?.source?.file ?? '';
    const isOfProduct =
      configurationFileOf(path, source) !== undefined || NAMES_OF_PRODUCTS.test(path) || NAMES_OF_PRODUCTS.test(source);
    if (!isOfProduct || NO_CONFIGURATION.test(path)) return [];
    return madeOnce(this.#known, text, () => this.#find(posix.basename(path), text));
  }

  #find(file: string, text: RenderedText): readonly PlainSecret[] {
    if (!mayHoldSecret(text)) return [];
    const found = new Map<string, PlainSecret>();
    let shown: string | undefined;
    for (const section of cutIntoSections(text, ANY_LINE, true))
      for (const world of worldsOfSection(section))
        for (const literal of secretLiteralsIn(world.text, isSecret))
          for (const { place, ...exposed } of this.#exposedBy(literal, world)) {
            const key = `${place.file}\0${String(place.start)}`;
            shown ??= this.#context.values.secrecy.quotesSecret(file) ? '<secret>' : file;
            if (!found.has(key)) found.set(key, { place, path: `${shown}: ${literal.name}`, ...exposed });
          }
    return [...found.values()];
  }

  /** The texts that a literal of a world is made of, where they are written. */
  *#exposedBy({ name, ...range }: NamedLiteral, world: World): Iterable<Omit<PlainSecret, 'path'>> {
    const { inventory } = this.#context;
    const text = world.text.slice(range.start, range.end);
    const isKnown = world.holesIn(range).length === 0;
    const source = sourceOfValue(world, range, NO_STEPS);
    if (source.place.document.isDecrypted) return;
    const exposed = isKnown ? exposedByText(text, name, inventory) : undefined;
    if (!source.isComputed) {
      if (exposed !== undefined) yield { place: placeIn(source.place.document, source.place), ...exposed };
      return;
    }
    if (exposed !== undefined) {
      const place = this.#placeOfComputed(text, source);
      if (place !== undefined) yield { ...place, ...exposed };
    }
    for (const { place } of expressionsIn(world, range))
      for (const fallback of fallbacksIn(textAt(place))) {
        const own = exposedByText(fallback, name, inventory);
        if (own !== undefined) yield { place: literalIn(place, fallback), ...own };
      }
  }

  /**
   * The place where the text of an expression is written: in a variable of another name, or in the expression itself.
   */
  #placeOfComputed(
    text: string,
    { place, from, node }: ReturnType<typeof sourceOfValue>,
  ): Pick<PlainSecret, 'place' | 'related'> | undefined {
    const { inventory, values, vocabulary } = this.#context;
    if ([...from, ...(node === undefined ? [] : [node])].some((one) => isVaultedOrSealed(one, values)))
      return undefined;
    const written = node ?? (from.length === 1 ? from[0] : undefined);
    const assignment = written && values.scopes.assignmentOf(written);
    if (written?.kind === 'scalar' && assignment !== undefined) {
      const { document } = assignment;
      if (document.isDecrypted || isOfThisRun(assignment)) return undefined;
      const range = node === undefined ? rangeInTemplate(document, written, text) : written;
      const at = placeIn(document, range);
      if (isNamedSecret(assignment, placeIn(document, written), vocabulary, inventory)) return undefined;
      // Without the text itself, it is not known which part of the variable the file holds.
      if (node === undefined && document.text.slice(range.start, range.end) !== text) return undefined;
      values.secrecy.usedByTemplates.add(written, assignment);
      return { place: at, related: [{ ...placeIn(place.document, place), message: 'used here' }] };
    }
    const isLiteral = [`'${text}'`, `"${text}"`].some((literal) => textAt(place).includes(literal));
    return isLiteral ? { place: literalIn(place, text) } : undefined;
  }
}

/** The expressions that give a part of a range. */
function expressionsIn(world: World, range: Range): readonly { readonly place: Location }[] {
  return world.spansIn(range).flatMap(({ part }) => (part.kind === 'hole' || part.isComputed ? [part] : []));
}

function isVaultedOrSealed(node: Node, { secrecy }: Values): boolean {
  return isVaulted(node) || secrecy.isSealed(node);
}

function textAt({ document, start, end }: Location): string {
  return document.isDecrypted ? '' : document.text.slice(start, end);
}

function literalIn({ document, ...range }: Location, text: string): FilePlace {
  return placeIn(document, rangeInTemplate(document, range, text));
}

function mayHoldSecret(text: RenderedText): boolean {
  return text.some((part) => {
    if (part.kind === 'text') return mayContainSecretName(part.text.toLowerCase());
    return part.kind === 'choice' && part.alternatives.some(mayHoldSecret);
  });
}

/** Shared renderings: a text is rendered once for all hosts with equal variables in it. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import type { RenderedText } from '../template/files/rendered-text.ts';
import { UnknownValue } from '../template/markers.ts';
import type { GroupHosts, Scope } from '../template/scope.ts';

/** A question that a rendering asked of its scope, and the answer. */
interface Question {
  ask(scope: Scope): unknown;
  readonly answer: unknown;
}

interface Remembered<Result> {
  readonly questions: readonly Question[];
  readonly result: Result;
}

/** The most results of one text that are compared with: beyond them, hosts have little in common. */
const MAX_COMPARED = 4;

/** Remembers the results of texts, with the questions that they asked of the scopes. */
export class Renderings<Result = RenderedText> {
  readonly #known = new Map<object, Map<string, Remembered<Result>[]>>();

  /** The result for a scope; `subject` and `key` say what is rendered. */
  of(subject: object, key: string, scope: Scope, render: (scope: Scope) => Result): Result {
    const ofSubject = madeOnce(this.#known, subject, () => new Map<string, Remembered<Result>[]>());
    const results = madeOnce(ofSubject, key, () => []);
    for (const { questions, result } of results)
      if (questions.every((question) => isSame(question.ask(scope), question.answer))) return result;
    const recording = new RecordingScope(scope);
    const result = render(recording);
    results.unshift({ questions: [...recording.questions.values()], result });
    if (results.length > MAX_COMPARED) results.pop();
    return result;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof UnknownValue && other instanceof UnknownValue)
    return one.reason === other.reason && one.message === other.message;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => item === other[at]);
  return one === other;
}

/** A scope that keeps the questions that it was asked. */
class RecordingScope implements Scope {
  readonly questions = new Map<string, Question>();
  readonly classic: Scope['classic'];
  readonly hasItems: boolean;
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.classic = scope.classic;
    this.hasItems = scope.hasItems === true;
  }

  #asked<Answer>(name: string, ask: (scope: Scope) => Answer): Answer {
    const known = this.questions.get(name);
    // A scope gives the same answers for as long as an evaluation runs.
    if (known !== undefined) return known.answer as Answer;
    const answer = ask(this.#scope);
    this.questions.set(name, { ask, answer });
    return answer;
  }

  variable(name: string): Node | UnknownValue | undefined {
    return this.#asked(`variable ${name}`, (scope) => scope.variable(name));
  }

  get inventoryHostname(): string | undefined {
    return this.#asked('host', (scope) => scope.inventoryHostname);
  }

  get inventoryHostnameShort(): string | undefined {
    return this.#asked('short', (scope) => scope.inventoryHostnameShort);
  }

  get groupNames(): Scope['groupNames'] {
    return this.#asked('group names', (scope) => scope.groupNames);
  }

  get groups(): ReadonlyMap<string, GroupHosts> | UnknownValue {
    return this.#asked('groups', (scope) => scope.groups);
  }

  get hosts(): Scope['hosts'] {
    return this.#asked('hosts', (scope) => scope.hosts);
  }

  hostvars(host: string): Scope | UnknownValue | undefined {
    return this.#asked(`hostvars ${host}`, (scope) => scope.hostvars(host));
  }

  get playbookDir(): string | undefined {
    return this.#asked('playbook', (scope) => scope.playbookDir);
  }

  get supposedMemory(): Scope['supposedMemory'] {
    return this.#asked('memory', (scope) => scope.supposedMemory);
  }

  get inventoryDir(): string | undefined {
    return this.#asked('inventory', (scope) => scope.inventoryDir);
  }

  get inventoryFile(): string | undefined {
    return this.#asked('inventory file', (scope) => scope.inventoryFile);
  }

  decrypted(value: Scalar, name: string): string | UnknownValue {
    return this.#scope.decrypted?.(value, name) ?? UnknownValue.named('vault', name, 'is encrypted');
  }

  read(format: 'json' | 'yaml' | 'yaml documents', text: string): ReturnType<NonNullable<Scope['read']>> {
    return this.#scope.read?.(format, text);
  }
}

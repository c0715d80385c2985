/** What else than a product's own files may limit what its processes use: a command, a default of systemd or of Docker. */
import { textsBetweenHoles } from '../../ansible/index.ts';
import type { DeployedFile, FollowedTask, Host, RenderedText } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { someScalar } from '../../source/tree.ts';
import { scalarText } from '../plain.ts';
import type { SettingCause } from '../rendered/reading.ts';
import { writesKnownFiles } from './matching-files.ts';

/** What plays do to hosts. */
interface Deployed {
  readonly tasks: readonly FollowedTask[];
  filesOf(host: Host): readonly DeployedFile[];
}

/** Lines, but for comments, that may set a limit of a process. */
const SETS_LIMIT = /^[^#\n]*(?:LimitMEMLOCK|MAX_LOCKED_MEMORY=|\bprlimit\b|\bulimit\s+-)/m;
/** Lines that may set one of a container: the default of its daemon, or the limit of whoever starts it. */
const SETS_DEFAULT = /^[^#\n]*(?:default[-_]ulimit|\bmemlock\b)/m;
/** Commands that may do so in a file of a unit. */
const CHANGES_UNIT = /\bsystemctl\s+edit\b|\bsystemd\/system\b|LimitMEMLOCK/;
/** A unit, or a drop-in for one, of no software that starts containers. */
const OF_OTHER_UNIT = /(?:^|\/)(?!docker|containerd|podman)[^/]+\.(?:service|container)(?:\.d\/[^/]+\.conf)?$/;
const OF_CONTAINERS = /^(?:container|compose project) |compose[^/]*\.ya?ml$/;

export class OtherLimits {
  readonly #deployed: Deployed;
  readonly #texts = new Map<RegExp, WeakMap<RenderedText, boolean>>();
  /** The hosts with tasks that may set limits. */
  #commanded: ReadonlySet<Host> | undefined;

  constructor(deployed: Deployed) {
    this.#deployed = deployed;
  }

  /** Says why something else than the unit of a product may set its limits. */
  ofUnits(host: Host): SettingCause | undefined {
    return this.#byTask(host) ?? this.#inFile(host, SETS_LIMIT, ({ path }) => !OF_OTHER_UNIT.test(path));
  }

  /** Says why something else than what describes a container may set its limits. */
  ofContainers(host: Host): SettingCause | undefined {
    const isElsewhere = ({ path }: DeployedFile): boolean => !OF_OTHER_UNIT.test(path) && !OF_CONTAINERS.test(path);
    return this.ofUnits(host) ?? this.#inFile(host, SETS_DEFAULT, isElsewhere);
  }

  #byTask(host: Host): SettingCause | undefined {
    this.#commanded ??= new Set(this.#deployed.tasks.filter(maySetLimit).flatMap(({ hosts }) => hosts));
    return this.#commanded.has(host)
      ? { reason: 'not-collected', message: 'a command or script may set it' }
      : undefined;
  }

  #inFile(host: Host, pattern: RegExp, isElsewhere: (file: DeployedFile) => boolean): SettingCause | undefined {
    const byText = madeOnce(this.#texts, pattern, () => new WeakMap<RenderedText, boolean>());
    const matches = (text: RenderedText): boolean =>
      madeOnce(byText, text, () => textsBetweenHoles(text).some((known) => pattern.test(known)));
    const file = this.#deployed.filesOf(host).find((one) => isElsewhere(one) && matches(one.text));
    return file && { reason: 'not-collected', message: `${file.path} may set it` };
  }
}

/** Tells whether a task may set limits by something else than files that are followed. */
function maySetLimit(followed: FollowedTask): boolean {
  const { action } = followed.task;
  if (action === undefined || writesKnownFiles(followed)) return false;
  if (/(?:^|\.)script$/.test(action.name)) return true;
  const maySet = (text: string): boolean => SETS_LIMIT.test(text) || CHANGES_UNIT.test(text);
  return someScalar(action.value, (scalar) => maySet(scalarText(scalar)));
}

/** What else than a product's own files may limit what it uses: commands, scripts, defaults of systemd and of Docker. */
import { textsBetweenHoles } from '../../ansible/index.ts';
import type { DeployedFile, FollowedTask, Host, RenderedText } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { someScalar } from '../../source/tree.ts';
import { scalarText } from '../plain.ts';
import { configurationFileOf } from '../rendered/configuration-files.ts';
import type { SettingCause } from '../rendered/reading.ts';
import { writesKnownFiles } from './matching-files.ts';

/** What plays do to hosts. */
interface Deployed {
  readonly tasks: readonly FollowedTask[];
  filesOf(host: Host): readonly DeployedFile[];
}

/** Lines, but for comments, that may set a limit of a process. */
const SETS_LIMIT = /^[^#\n]*(?:LimitMEMLOCK|MAX_LOCKED_MEMORY=|\bprlimit\b|\bulimit\s+-)/m;
/** Lines that may set the parameter of the kernel that matters. */
const SETS_PARAMETER = /^[^#\n]*\bmax_map_count\b/m;
/** Lines that may set one of a container: the default of its daemon, or the limit of whoever starts it. */
const SETS_DEFAULT = /^[^#\n]*(?:default[-_]ulimit|\bmemlock\b)/m;
/** Commands that may do so in a file of a unit, or of the kernel. */
const CHANGES = /\bsystemctl\s+edit\b|\bsystemd\/system\b|\bsysctl\.(?:d|conf)\b|\btuned(?:-adm)?\b/;
/** A unit, or a drop-in for one, of no software that starts containers. */
const OF_OTHER_UNIT = /(?:^|\/)(?!docker|containerd|podman)[^/]+\.(?:service|container)(?:\.d\/[^/]+\.conf)?$/;
const OF_CONTAINERS = /^(?:container|compose project) |compose[^/]*\.ya?ml$/;

export class OtherLimits {
  readonly #deployed: Deployed;
  readonly #texts = new Map<RegExp, WeakMap<RenderedText, boolean>>();
  /** The hosts with tasks that may do what a pattern stands for. */
  readonly #commanded = new Map<RegExp, ReadonlySet<Host>>();

  constructor(deployed: Deployed) {
    this.#deployed = deployed;
  }

  /** Says why something else than the unit of a product may set its limits. */
  ofUnits(host: Host): SettingCause | undefined {
    return this.#why(host, SETS_LIMIT, ({ path }) => !OF_OTHER_UNIT.test(path));
  }

  /** Says why something else than what describes a container may set its limits. */
  ofContainers(host: Host): SettingCause | undefined {
    const isElsewhere = ({ path }: DeployedFile): boolean => !OF_OTHER_UNIT.test(path) && !OF_CONTAINERS.test(path);
    return this.ofUnits(host) ?? this.#why(host, SETS_DEFAULT, isElsewhere);
  }

  /** Says why something else than files of parameters may set those of the kernel. */
  ofKernel(host: Host): SettingCause | undefined {
    return this.#why(host, SETS_PARAMETER, ({ path }) => configurationFileOf(path)?.kind !== 'sysctl');
  }

  #why(host: Host, pattern: RegExp, isElsewhere: (file: DeployedFile) => boolean): SettingCause | undefined {
    const commanded = madeOnce(this.#commanded, pattern, () => {
      return new Set(this.#deployed.tasks.filter((task) => mayDo(task, pattern)).flatMap(({ hosts }) => hosts));
    });
    if (commanded.has(host)) return { reason: 'not-collected', message: 'a command or script may set it' };
    const byText = madeOnce(this.#texts, pattern, () => new WeakMap<RenderedText, boolean>());
    const matches = (text: RenderedText): boolean =>
      madeOnce(byText, text, () => textsBetweenHoles(text).some((known) => pattern.test(known)));
    const file = this.#deployed.filesOf(host).find((one) => isElsewhere(one) && matches(one.text));
    return file && { reason: 'not-collected', message: `${file.path} may set it` };
  }
}

/** Tells whether a task may do what a pattern stands for by something else than files that are followed. */
function mayDo(followed: FollowedTask, pattern: RegExp): boolean {
  const { action } = followed.task;
  if (action === undefined || writesKnownFiles(followed)) return false;
  const may = (text: string): boolean => pattern.test(text) || CHANGES.test(text);
  return /(?:^|\.)script$/.test(action.name) || someScalar(action.value, (scalar) => may(scalarText(scalar)));
}

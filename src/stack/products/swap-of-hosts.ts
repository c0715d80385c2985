/** The swap of hosts: whether tasks switch it off, or a parameter of the kernel keeps the host from using it. */
import type { Location } from '../../source/document.ts';
import type { DeployedFile, Host, Inventory } from '../../ansible/index.ts';
import type { Setting } from '../../model/setting.ts';
import { placeIn, placeToSet } from '../place.ts';
import { scalarText } from '../plain.ts';
import { configurationFileOf } from '../rendered/configuration-files.ts';
import { readSysctl } from '../rendered/environment.ts';

const SETTING = 'swap';
const SWAPPINESS = 'vm.swappiness';
/** https://www.elastic.co/docs/deploy-manage/deploy/self-managed/setup-configuration-memory */
const HARDLY_SWAPS: ReadonlySet<string> = new Set(['0', '1']);

/** What plays do to hosts. */
interface Deployed {
  filesOf(host: Host): readonly DeployedFile[];
  swapOffOn(host: Host): Location | undefined;
}

export class SwapOfHosts {
  readonly #inventory: Inventory;
  readonly #deployed: Deployed | undefined;

  /** `deployed`: what plays bring about; undefined if that is not known. */
  constructor(inventory: Inventory, deployed: Deployed | undefined) {
    this.#inventory = inventory;
    this.#deployed = deployed;
  }

  /** `off`, or a `vm.swappiness` of 0 or 1; unset where neither is sure. */
  of(host: Host): Setting<string> {
    const off = this.#deployed?.swapOffOn(host);
    if (off !== undefined)
      return { state: 'known', setting: SETTING, variable: SETTING, origin: placeIn(off.document, off), value: 'off' };
    return (
      swappinessIn(this.#deployed?.filesOf(host) ?? []) ?? {
        state: 'unset',
        setting: SETTING,
        variable: SETTING,
        origin: placeToSet(this.#inventory, host),
      }
    );
  }
}

/** A low `vm.swappiness`, where each file that sets it, or may, surely has a low one. */
function swappinessIn(files: readonly DeployedFile[]): Setting<string> | undefined {
  let found: Setting<string> | undefined;
  for (const { path, text, writers, maybeUnwritten, laterWrite } of files) {
    if (configurationFileOf(path)?.kind !== 'sysctl') continue;
    const value = readSysctl(text).values.get(SWAPPINESS);
    if (value === undefined) continue;
    const place = writers.at(-1)?.place;
    const isSure = maybeUnwritten === undefined && laterWrite === undefined && writers.every(isNotAssumed);
    if (!isSure || place === undefined || value.state === 'unknown' || value.value.kind !== 'scalar') return undefined;
    const swappiness = scalarText(value.value).trim();
    if (!HARDLY_SWAPS.has(swappiness)) return undefined;
    const origin = placeIn(place.document, place);
    found = { state: 'known', setting: SETTING, variable: SWAPPINESS, origin, value: swappiness };
  }
  return found;
}

function isNotAssumed({ assumed }: DeployedFile['writers'][number]): boolean {
  return assumed === undefined;
}

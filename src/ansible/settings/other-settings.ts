/** Settings that do not change an inventory, which Ansible still checks whenever it starts. */
import { strip } from '../../source/python.ts';
import { fault } from '../../troubles/fault.ts';
import type { SettingValues } from './setting-values.ts';
import { VERSIONS } from '../versions.ts';
import type { Version } from '../versions.ts';

/**
 * Checks the other settings as Ansible does: an invalid value is a problem, as Ansible does not start with it, and a
 * setting that a later release drops a warning.
 */
export function checkOtherSettings(values: SettingValues, version: Version): void {
  for (const [name, place] of INTEGERS)
    values.number((text) => integerOf(text) !== undefined, 'a whole number', name, place);
  for (const [name, place] of FLOATS) values.number(isFloat, 'a number', name, place);
  for (const [name, place, words] of CHOICES) values.oneOf(words.split(' '), name, place);
  const tracebacks = 'error warning deprecated deprecated_value always never'.split(' ');
  values.checkList(tracebacks, 'ANSIBLE_DISPLAY_TRACEBACK', 'defaults.display_traceback');
  for (const leaving of DROPPED_SETTINGS) {
    const { name = '', place, dropped: release, expected } = leaving;
    if (values.isSet(name, place) && isDeprecated(leaving, version))
      values.warn(
        (setting) =>
          expected === undefined
            ? fault('settings/without-effect', { setting, release })
            : fault('settings/dropped', { setting, release, expected }),
        name,
        place,
      );
  }
}

/** The integer of a text that Python's `Decimal` accepts as one. */
export function integerOf(text: string): number | undefined {
  const written = strip(text).replaceAll('_', '');
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written) ? Number(written) : NaN;
  return Number.isInteger(number) ? number : undefined;
}

/** Tells a number that Python's `float` accepts. */
function isFloat(text: string): boolean {
  const number = strip(text).replace(/(?<=\d)_(?=\d)/g, '');
  return /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i.test(number);
}

type NamePlace = readonly [name: string, place: string];

// The configuration settings of ansible-core 2.19 whose type or choices a text can violate:
// https://docs.ansible.com/ansible-core/2.19/reference_appendices/config.html
const INTEGERS: readonly NamePlace[] = [
  ['ANSIBLE_CACHE_PLUGIN_TIMEOUT', 'defaults.fact_caching_timeout'],
  ['ANSIBLE_FORKS', 'defaults.forks'],
  ['ANSIBLE_LOG_VERBOSITY', 'defaults.log_verbosity'],
  ['ANSIBLE_POLL_INTERVAL', 'defaults.poll_interval'],
  ['ANSIBLE_REMOTE_PORT', 'defaults.remote_port'],
  ['ANSIBLE_TIMEOUT', 'defaults.timeout'],
  ['ANSIBLE_VERBOSITY', 'defaults.verbosity'],
  ['ANSIBLE_DIFF_CONTEXT', 'diff.context'],
  ['ANSIBLE_GALAXY_SERVER_TIMEOUT', 'galaxy.server_timeout'],
  ['ANSIBLE_MAX_DIFF_SIZE', 'defaults.max_diff_size'],
  ['ANSIBLE_PERSISTENT_CONNECT_TIMEOUT', 'persistent_connection.connect_timeout'],
  ['ANSIBLE_PERSISTENT_CONNECT_RETRY_TIMEOUT', 'persistent_connection.connect_retry_timeout'],
  ['ANSIBLE_PERSISTENT_COMMAND_TIMEOUT', 'persistent_connection.command_timeout'],
  ['ANSIBLE_SSH_AGENT_KEY_LIFETIME', 'connection.ssh_agent_key_lifetime'],
  ['ANSIBLE_TASK_TIMEOUT', 'defaults.task_timeout'],
  ['ANSIBLE_WORKER_SHUTDOWN_POLL_COUNT', ''],
  ['ANSIBLE_WIN_ASYNC_STARTUP_TIMEOUT', 'defaults.win_async_startup_timeout'],
];

const FLOATS: readonly NamePlace[] = [
  ['', 'defaults.internal_poll_interval'],
  ['ANSIBLE_GALAXY_COLLECTION_IMPORT_POLL_INTERVAL', ''],
  ['ANSIBLE_GALAXY_COLLECTION_IMPORT_POLL_FACTOR', ''],
  ['ANSIBLE_WORKER_SHUTDOWN_POLL_DELAY', ''],
];

const CHOICES: readonly (readonly [...NamePlace, words: string])[] = [
  ['ANSIBLE_GATHERING', 'defaults.gathering', 'implicit explicit smart'],
  ['ANSIBLE_PLAYBOOK_VARS_ROOT', 'defaults.playbook_vars_root', 'top bottom all'],
  [
    'ANSIBLE_COLLECTIONS_ON_ANSIBLE_VERSION_MISMATCH',
    'defaults.collections_on_ansible_version_mismatch',
    'error warning ignore',
  ],
];

interface DroppedSetting {
  readonly name?: string;
  readonly place: string;
  /** The first release known to warn of it. */
  readonly from: Version;
  readonly dropped: string;
  /** The words for what to write instead; undefined where the setting has no effect any more. */
  readonly expected?: string;
}

const OF_PLUGIN = 'the option of the connection plugin';
const OF_MODULES = 'module_defaults in plays';

const DROPPED_SETTINGS: readonly DroppedSetting[] = [
  { place: 'defaults.allow_unsafe_lookups', from: '2.19', dropped: '2.23' },
  { name: 'ANSIBLE_JINJA2_NATIVE', place: 'defaults.jinja2_native', from: '2.19', dropped: '2.23' },
  {
    name: 'ANSIBLE_NULL_REPRESENTATION',
    place: 'defaults.null_representation',
    from: '2.19',
    dropped: '2.23',
  },
  {
    name: 'ANSIBLE_ERROR_ON_UNDEFINED_VARS',
    place: 'defaults.error_on_undefined_vars',
    from: '2.19',
    dropped: '2.23',
  },
  {
    name: 'ANSIBLE_STRING_TYPE_FILTERS',
    place: 'jinja2.dont_type_filters',
    from: '2.19',
    dropped: '2.23',
  },
  {
    name: 'ANSIBLE_JINJA2_EXTENSIONS',
    place: 'defaults.jinja2_extensions',
    from: '2.19',
    dropped: '2.23',
    expected: 'filters, tests and lookups as plugins',
  },
  { place: 'defaults.ansible_managed', from: '2.19', dropped: '2.23', expected: 'a variable of that name' },
  {
    name: 'ANSIBLE_LIBVIRT_LXC_NOSECLABEL',
    place: 'selinux.libvirt_lxc_noseclabel',
    from: '2.19',
    dropped: '2.22',
    expected: OF_PLUGIN,
  },
  {
    name: 'ANSIBLE_CONNECTION_PATH',
    place: 'persistent_connection.ansible_connection_path',
    from: '2.18',
    dropped: '2.22',
  },
  {
    name: 'ANSIBLE_PARAMIKO_HOST_KEY_AUTO_ADD',
    place: 'paramiko_connection.host_key_auto_add',
    from: '2.18',
    dropped: '2.20',
    expected: OF_PLUGIN,
  },
  {
    name: 'ANSIBLE_PARAMIKO_LOOK_FOR_KEYS',
    place: 'paramiko_connection.look_for_keys',
    from: '2.18',
    dropped: '2.20',
    expected: OF_PLUGIN,
  },
  { place: 'defaults.collections_paths', from: '2.16', dropped: '2.19', expected: 'collections_path' },
  { name: 'ANSIBLE_FACT_PATH', place: 'defaults.fact_path', from: '2.14', dropped: '2.18', expected: OF_MODULES },
  {
    name: 'ANSIBLE_GATHER_SUBSET',
    place: 'defaults.gather_subset',
    from: '2.14',
    dropped: '2.18',
    expected: OF_MODULES,
  },
  {
    name: 'ANSIBLE_GATHER_TIMEOUT',
    place: 'defaults.gather_timeout',
    from: '2.14',
    dropped: '2.18',
    expected: OF_MODULES,
  },
  { place: 'defaults.callback_whitelist', from: '2.14', dropped: '2.15', expected: 'callbacks_enabled' },
];

function isDeprecated({ from, dropped }: DroppedSetting, version: Version): boolean {
  const at = VERSIONS.indexOf(version);
  const end = VERSIONS.findIndex((release) => release === dropped);
  return at >= VERSIONS.indexOf(from) && (end < 0 || at < end);
}

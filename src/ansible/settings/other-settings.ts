/** Settings that do not change an inventory, which Ansible still checks whenever it starts. */
import { strip } from '../../source/python.ts';
import { fault } from '../../troubles/fault.ts';
import type { SettingValues } from './setting-values.ts';
import { VERSIONS } from '../../ground/releases.ts';
import type { Version } from '../../ground/releases.ts';

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
  for (const [name, place, from, release, expected] of DROPPED_SETTINGS)
    if (values.isSet(name, place) && isDeprecated(from, release, version))
      values.warn(
        (setting) =>
          expected === undefined
            ? fault('settings/without-effect', { setting, release })
            : fault('settings/dropped', { setting, release, expected }),
        name,
        place,
      );
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

/**
 * A setting with the first release known to warn about it, the release that drops it, and the words for what to write
 * instead; none if the setting has no effect any more.
 */
type DroppedSetting = readonly [...NamePlace, from: Version, dropped: string, expected?: string];

const OF_PLUGIN = 'the option of the connection plugin';
const OF_MODULES = 'module_defaults in plays';

const DROPPED_SETTINGS: readonly DroppedSetting[] = [
  ['', 'defaults.allow_unsafe_lookups', '2.19', '2.23'],
  ['ANSIBLE_JINJA2_NATIVE', 'defaults.jinja2_native', '2.19', '2.23'],
  ['ANSIBLE_NULL_REPRESENTATION', 'defaults.null_representation', '2.19', '2.23'],
  ['ANSIBLE_ERROR_ON_UNDEFINED_VARS', 'defaults.error_on_undefined_vars', '2.19', '2.23'],
  ['ANSIBLE_STRING_TYPE_FILTERS', 'jinja2.dont_type_filters', '2.19', '2.23'],
  ['ANSIBLE_JINJA2_EXTENSIONS', 'defaults.jinja2_extensions', '2.19', '2.23', 'filters, tests and lookups as plugins'],
  ['', 'defaults.ansible_managed', '2.19', '2.23', 'a variable of that name'],
  ['ANSIBLE_LIBVIRT_LXC_NOSECLABEL', 'selinux.libvirt_lxc_noseclabel', '2.19', '2.22', OF_PLUGIN],
  ['ANSIBLE_CONNECTION_PATH', 'persistent_connection.ansible_connection_path', '2.18', '2.22'],
  ['ANSIBLE_PARAMIKO_HOST_KEY_AUTO_ADD', 'paramiko_connection.host_key_auto_add', '2.18', '2.20', OF_PLUGIN],
  ['ANSIBLE_PARAMIKO_LOOK_FOR_KEYS', 'paramiko_connection.look_for_keys', '2.18', '2.20', OF_PLUGIN],
  ['', 'defaults.collections_paths', '2.16', '2.19', 'collections_path'],
  ['ANSIBLE_FACT_PATH', 'defaults.fact_path', '2.14', '2.18', OF_MODULES],
  ['ANSIBLE_GATHER_SUBSET', 'defaults.gather_subset', '2.14', '2.18', OF_MODULES],
  ['ANSIBLE_GATHER_TIMEOUT', 'defaults.gather_timeout', '2.14', '2.18', OF_MODULES],
  ['', 'defaults.callback_whitelist', '2.14', '2.15', 'callbacks_enabled'],
];

function isDeprecated(from: Version, dropped: string, version: Version): boolean {
  const at = VERSIONS.indexOf(version);
  const end = VERSIONS.findIndex((release) => release === dropped);
  return at >= VERSIONS.indexOf(from) && (end < 0 || at < end);
}

/**
 * The names of filters, tests and lookups that templates may use: those of ansible-core 2.19 and of the Jinja2 that
 * it uses, and those that have moved to collections but are still found by their short names
 * (`config/ansible_builtin_runtime.yml`).
 */
import type { PluginKind } from '../../../troubles/cause.ts';

const FILTERS: ReadonlySet<string> = new Set(
  (
    'abs attr b64decode b64encode basename batch bool capitalize center checksum combinations combine comment ' +
    'commonpath count d default dict2items dictsort difference dirname e escape expanduser expandvars extract ' +
    'fileglob filesizeformat first flatten float forceescape format from_json from_yaml from_yaml_all groupby hash ' +
    'human_readable human_to_bytes indent int intersect items items2dict join last length list log lower mandatory ' +
    'map max md5 min normpath password_hash path_join permutations pow pprint product quote random realpath ' +
    'regex_escape regex_findall regex_replace regex_search reject rejectattr rekey_on_member relpath replace reverse ' +
    'root round safe select selectattr sha1 shuffle slice sort split splitext strftime string striptags subelements ' +
    'sum symmetric_difference ternary title to_datetime to_json to_nice_json to_nice_yaml to_uuid to_yaml tojson trim ' +
    'truncate type_debug union unique unvault upper urldecode urlencode urlize urlsplit vault win_basename ' +
    'win_dirname win_splitdrive wordcount wordwrap xmlattr zip zip_longest gcp_kms_encrypt gcp_kms_decrypt json_query ' +
    'random_mac k8s_config_resource_name cidr_merge ipaddr ipmath ipwrap ip4_hex ipv4 ipv6 ipsubnet next_nth_usable ' +
    'network_in_network network_in_usable reduce_on_network nthhost previous_nth_usable slaac hwaddr parse_cli ' +
    'parse_cli_textfsm parse_xml type5_pw hash_salt comp_type5 vlan_parser'
  ).split(' '),
);

const TESTS: ReadonlySet<string> = new Set(
  (
    'abs all any boolean callable change changed contains defined directory divisibleby eq equalto escaped even ' +
    'exists failed failure false falsy file filter finished float ge greaterthan gt in integer is_abs is_dir is_file ' +
    'is_link is_mount is_same_file isnan issubset issuperset iterable le lessthan link link_exists lower lt mapping ' +
    'match mount nan ne none number odd reachable regex same_file sameas search sequence skip skipped started string ' +
    'subset succeeded success successful superset test timedout true truthy undefined unreachable upper uri url urn ' +
    'vault_encrypted vaulted_file version version_compare'
  ).split(' '),
);

const LOOKUPS: ReadonlySet<string> = new Set(
  (
    'config csvfile dict env file fileglob first_found indexed_items ini inventory_hostnames items lines list nested ' +
    'password pipe random_choice sequence subelements template together unvault url varnames vars avi ' +
    'aws_account_attribute aws_secret aws_service_ip_ranges aws_ssm cartesian chef_databag conjur_variable consul_kv ' +
    'cpm_metering cpm_status credstash cyberarkpassword dig dnstxt etcd filetree flattened gcp_storage_file ' +
    'grafana_dashboard hashi_vault hiera k8s keyring laps_password lastpass lmdb_kv manifold mongodb nios nios_next_ip ' +
    'nios_next_network onepassword onepassword_raw openshift passwordstore rabbitmq redis redis_kv shelvefile skydive'
  ).split(' '),
);

const NAMES: Readonly<Record<PluginKind, ReadonlySet<string>>> = { filter: FILTERS, test: TESTS, lookup: LOOKUPS };

/** The short names of all plugins of a kind. */
export function pluginNames(kind: PluginKind): ReadonlySet<string> {
  return NAMES[kind];
}

/**
 * Tells whether Ansible lacks a plugin: those of collections have a dot, and those of a project's own may have any
 * other name.
 */
export function isUnknownPlugin(kind: PluginKind, name: string): boolean {
  return !name.includes('.') && !NAMES[kind].has(name);
}

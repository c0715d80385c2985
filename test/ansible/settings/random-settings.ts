/** Random settings of Ansible: in `ansible.cfg` and in the environment. */
import fc from 'fast-check';

const setting = fc.constantFrom(
  'defaults hash_behaviour = merge',
  'defaults hash_behaviour = replace',
  'defaults precedence = groups_inventory, all_inventory, groups_plugins_inventory, all_plugins_inventory',
  'defaults precedence = all_plugins_play, groups_plugins_play, all_inventory',
  'defaults force_valid_group_names = always',
  'defaults force_valid_group_names = ignore',
  'defaults yaml_valid_extensions = .yml, .yaml, .json, .txt',
  'defaults yaml_valid_extensions = .yaml',
  'defaults vars_plugins_enabled = host_group_vars',
  'defaults playbook_vars_root = top',
  'defaults inventory = inv, more/hosts',
  'defaults inventory = inv/hosts.yml',
  'defaults duplicate_dict_key = ignore',
  'defaults duplicate_dict_key = error',
  'defaults vars_plugins_enabled = other',
  'defaults vars_plugins_enabled = ansible.builtin.host_group_vars',
  'defaults run_vars_plugins = start',
  'defaults playbook_vars_root = bottom',
  'defaults inventory_ignore_extensions = .yml',
  'defaults inventory_ignore_patterns = more$',
  'defaults yaml_valid_extensions = yml, json',
  'defaults jinja2_native = yes',
  'inventory host_pattern_mismatch = error',
  'inventory enable_plugins = advanced_host_list, ini, yaml',
  'inventory enable_plugins = ansible.builtin.yaml, ansible.builtin.ini, toml',
  'inventory enable_plugins = toml',
  'defaults allow_broken_conditionals = yes',
  'inventory ignore_extensions = .bak, .conf',
  'inventory ignore_patterns = ^x-, 10',
  'inventory enable_plugins = yaml, ini',
  'inventory enable_plugins = ini, yaml, constructed',
  'inventory enable_plugins = host_list, auto, yaml, ini, toml',
  'inventory any_unparsed_is_failed = true',
  'inventory unparsed_is_failed = true',
  'inventory_plugins use_extra_vars = true',
  'inventory export = true',
  'inventory_plugin_yaml yaml_valid_extensions = .yml, .conf',
  'vars_host_group_vars stage = task',
  'vars_host_group_vars stage = inventory',
  'defaults vault_password_file = pass',
  'defaults vault_password_file = nowhere',
  'defaults vault_identity_list = prod@pass, other@wrong',
  'defaults vault_id_match = yes',
  'defaults ask_vault_pass = no',
);

/** The text of an `ansible.cfg`, each section once. */
export const configuration = fc
  .uniqueArray(setting, { minLength: 1, maxLength: 3, selector: (line) => line.split(' = ')[0] })
  .map((lines) => {
    const sections = new Map<string, string[]>();
    for (const line of lines) {
      const [section = '', ...rest] = line.split(' ');
      sections.set(section, [...(sections.get(section) ?? []), rest.join(' ')]);
    }
    return [...sections].map(([name, rest]) => `[${name}]\n${rest.join('\n')}\n`).join('');
  });

/** Texts of an `ansible.cfg` that configparser reads otherwise than one may think, or does not read. */
export const oddConfiguration = fc.constantFrom(
  '[defaults]\nhash_behaviour = merge ; comment\n',
  '[defaults]\nhash_behaviour = merge # comment\n',
  '[defaults]\nhash_behaviour: merge\n',
  '[defaults]\nHASH_BEHAVIOUR = merge\n',
  '[defaults]\nhash_behaviour = "merge"\n',
  '[defaults]\nhash_behaviour = wrong\n',
  '[defaults]\ninventory = inv,\n  more\n',
  '[defaults]\ninventory =\n',
  '[defaults]\n[defaults]\nhash_behaviour = merge\n',
  '[defaults]\nhash_behaviour = merge\nhash_behaviour = replace\n',
  'hash_behaviour = merge\n',
  '[DEFAULT]\nhash_behaviour = merge\n',
  '# nothing\n',
  '',
  '[inventory]\nenable_plugins = nosuch\n',
  '[inventory]\nenable_plugins = nosuch, ini\n',
  '[inventory]\nignore_patterns = (\n',
  '[defaults]\nprecedence = nosuch, all_inventory\n',
  '[inventory]\nenable_plugins =\n',
  '[inventory]\nenable_plugins = ini,\n',
  '[defaults]\nforks = many\n',
  '[defaults]\nforks = 5.0\ntimeout = 1e1\n',
  '[defaults]\ngathering = never\n',
  '[defaults]\ngathering = "smart"\nrun_vars_plugins = end\n',
  '[defaults]\ndisplay_traceback = sometimes\n',
  '[defaults]\ndisplay_traceback = always, error\n',
  '[DEFAULT]\nforks = x\n',
  '[DEFAULT]\nforks = x\n[defaults]\n',
  '[diff]\ncontext =\n',
  '[defaults]\r\nhash_behaviour = merge\r\n',
  '\ufeff[defaults]\nhash_behaviour = merge\n',
  '[defaults]\n  hash_behaviour = merge\n    # c\n',
  '[defaults] ; c\nhash_behaviour = merge\n',
  '[ defaults ]\nhash_behaviour = merge\n',
  '[defaults]\nhash_behaviour = %(x)s\n',
  '[defaults]\nhash_behaviour = \udcff\n',
  '[defaults]\nhash_behaviour\n',
);

/** Settings in the environment, which override those of the file. */
export const environment = fc
  .dictionary(
    fc.constantFrom(
      'ANSIBLE_HASH_BEHAVIOUR',
      'ANSIBLE_PRECEDENCE',
      'ANSIBLE_INVENTORY_IGNORE',
      'ANSIBLE_TRANSFORM_INVALID_GROUP_CHARS',
      'ANSIBLE_INVENTORY_ENABLED',
      'ANSIBLE_YAML_FILENAME_EXT',
      'ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED',
      'ANSIBLE_INVENTORY_UNPARSED_FAILED',
      'ANSIBLE_INVENTORY_IGNORE_REGEX',
      'ANSIBLE_DUPLICATE_YAML_DICT_KEY',
      'ANSIBLE_HOST_PATTERN_MISMATCH',
      'ANSIBLE_VARS_ENABLED',
      'ANSIBLE_INVENTORY_USE_EXTRA_VARS',
      'ANSIBLE_FORKS',
      'ANSIBLE_GATHERING',
      'ANSIBLE_CONFIG',
      'ANSIBLE_INVENTORY',
      'ANSIBLE_INVENTORY_EXPORT',
      'ANSIBLE_INVENTORY_PLUGIN_EXTS',
      'ANSIBLE_VARS_PLUGIN_STAGE',
      'ANSIBLE_RUN_VARS_PLUGINS',
      'ANSIBLE_PLAYBOOK_VARS_ROOT',
      'ANSIBLE_VAULT_PASSWORD_FILE',
      'ANSIBLE_VAULT_IDENTITY_LIST',
    ),
    fc.constant(''),
    { minKeys: 1, maxKeys: 2 },
  )
  .chain(
    (names) =>
      fc.record(
        Object.fromEntries(Object.keys(names).map((name) => [name, fc.constantFrom(...(SETTINGS[name] ?? ['']))])),
      ) as fc.Arbitrary<Record<string, string>>,
  );

const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  ANSIBLE_HASH_BEHAVIOUR: ['merge', 'replace'],
  ANSIBLE_PRECEDENCE: ['groups_inventory, all_inventory', 'all_plugins_inventory'],
  ANSIBLE_INVENTORY_IGNORE: ['.ini', '.json,.yml'],
  ANSIBLE_TRANSFORM_INVALID_GROUP_CHARS: ['always', 'silently', 'never'],
  ANSIBLE_INVENTORY_ENABLED: ['yaml,ini', 'ini', 'auto,yaml'],
  ANSIBLE_YAML_FILENAME_EXT: ['.yml', '.yaml, .json'],
  ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: ['true', 'no'],
  ANSIBLE_INVENTORY_UNPARSED_FAILED: ['1', 'maybe'],
  ANSIBLE_INVENTORY_IGNORE_REGEX: ['hosts', '^1, json$', ''],
  ANSIBLE_DUPLICATE_YAML_DICT_KEY: ['error', 'warn', ''],
  ANSIBLE_HOST_PATTERN_MISMATCH: ['error', 'ignore'],
  ANSIBLE_VARS_ENABLED: ['', 'host_group_vars'],
  ANSIBLE_INVENTORY_USE_EXTRA_VARS: ['yes', 'no'],
  ANSIBLE_FORKS: ['', '7', 'x'],
  ANSIBLE_GATHERING: ['', 'smart'],
  ANSIBLE_INVENTORY: ['inv', 'more,inv', 'h1,', './inv/', 'missing', ''],
  ANSIBLE_INVENTORY_EXPORT: ['true', 'no', '', 'maybe'],
  ANSIBLE_INVENTORY_PLUGIN_EXTS: ['.yml', '.conf, .json', ''],
  ANSIBLE_VARS_PLUGIN_STAGE: ['all', 'task', 'inventory', '', 'wrong'],
  ANSIBLE_RUN_VARS_PLUGINS: ['start', 'demand', 'wrong'],
  ANSIBLE_PLAYBOOK_VARS_ROOT: ['all', 'bottom', 'wrong'],
  ANSIBLE_VAULT_PASSWORD_FILE: ['pass', 'wrong', 'nowhere', ''],
  ANSIBLE_VAULT_IDENTITY_LIST: ['pass', 'prod@pass, wrong', 'nowhere, pass', ''],
  ANSIBLE_CONFIG: ['inv', 'missing.cfg', 'inv/hosts', ''],
};

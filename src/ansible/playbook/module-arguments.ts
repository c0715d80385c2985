/**
 * The arguments of modules that many plays use, and the words that some of them take. They are those of ansible-core
 * 2.19, as `ansible-doc -j MODULE` lists them with their aliases; `test/ansible/playbook/module-arguments.test.ts`
 * compares them.
 */

const OF_FILES = 'attr attributes group mode owner selevel serole setype seuser unsafe_writes';
const OF_REQUESTS =
  'ciphers client_cert client_key decompress force_basic_auth headers http_agent password timeout ' +
  'unredirected_headers url url_password url_username use_gssapi use_netrc use_proxy validate_certs';

/** By module: each argument and alias, with its words after a `=` if it takes no others. */
const LISTED: Readonly<Record<string, string>> = {
  apt:
    'allow-downgrade allow-downgrades allow-unauthenticated allow_change_held_packages allow_downgrade ' +
    'allow_downgrades allow_unauthenticated auto_install_module_deps autoclean autoremove ' +
    'cache_valid_time clean deb default-release default_release dpkg_options fail_on_autoremove force ' +
    'force_apt_get install-recommends install_recommends lock_timeout name only_upgrade package pkg ' +
    'policy_rc_d purge state=absent|build-dep|latest|present|fixed update-cache update_cache ' +
    'update_cache_retries update_cache_retry_max_delay upgrade=dist|full|no|safe|yes',
  apt_key: 'data file id keyring keyserver state=absent|present url validate_certs',
  apt_repository:
    'codename filename install_python_apt mode repo state=absent|present update-cache update_cache ' +
    'update_cache_retries update_cache_retry_max_delay validate_certs',
  assemble: `${OF_FILES} backup decrypt delimiter dest ignore_hidden regexp remote_src src validate`,
  assert: 'fail_msg msg quiet success_msg that',
  blockinfile:
    `${OF_FILES} append_newline backup block content create dest destfile insertafter insertbefore marker ` +
    'marker_begin marker_end name path prepend_newline state=absent|present validate',
  command: 'argv chdir cmd creates expand_argument_vars removes stdin stdin_add_newline strip_empty_ends',
  copy:
    `${OF_FILES} backup checksum content decrypt dest directory_mode follow force local_follow remote_src src ` +
    'validate',
  cron:
    'backup cron_file day disabled dom dow env hour insertafter insertbefore job minute month name ' +
    'special_time=annually|daily|hourly|monthly|reboot|weekly|yearly state=absent|present user value ' +
    'weekday',
  debug: 'msg var verbosity',
  dnf:
    'allow_downgrade allowerasing autoremove best bugfix cacheonly conf_file disable_excludes ' +
    'disable_gpg_check disable_plugin disablerepo download_dir download_only enable_plugin enablerepo ' +
    'exclude expire-cache install_repoquery install_weak_deps installroot list lock_timeout name nobest ' +
    'pkg releasever security skip_broken sslverify state=absent|present|installed|removed|latest ' +
    'update_cache update_only use_backend validate_certs',
  fail: 'msg',
  file:
    `${OF_FILES} access_time access_time_format dest follow force modification_time modification_time_format name ` +
    'path recurse src state=absent|directory|file|hard|link|touch',
  get_url: `${OF_FILES} ${OF_REQUESTS} backup checksum dest force tmp_dest username`,
  git:
    'accept_hostkey accept_newhostkey archive archive_prefix bare clone depth dest executable force ' +
    'gpg_allowlist gpg_whitelist key_file name recursive reference refspec remote repo separate_git_dir ' +
    'single_branch ssh_opts track_submodules umask update verify_commit version',
  group: 'force gid gid_max gid_min local name non_unique state=absent|present system',
  hostname:
    'name ' + 'use=alpine|debian|freebsd|generic|macos|macosx|darwin|openbsd|openrc|redhat|sles|solaris|systemd',
  import_role: 'allow_duplicates defaults_from handlers_from name public rolespec_validate tasks_from vars_from',
  import_tasks: 'file',
  include_role:
    'allow_duplicates apply defaults_from handlers_from name public rolespec_validate tasks_from ' + 'vars_from',
  include_tasks: 'apply file',
  include_vars:
    'depth dir extensions file files_matching hash_behaviour=replace|merge ignore_files ' +
    'ignore_unknown_extensions name',
  known_hosts: 'hash_host host key name path state=absent|present',
  lineinfile:
    `${OF_FILES} backrefs backup create dest destfile firstmatch insertafter insertbefore line name path regex regexp ` +
    'search_string state=absent|present validate value',
  package: 'name state use',
  pip:
    'break_system_packages chdir editable executable extra_args name requirements ' +
    'state=absent|forcereinstall|latest|present umask version virtualenv virtualenv_command ' +
    'virtualenv_python virtualenv_site_packages',
  replace: `${OF_FILES} after backup before dest destfile encoding name path regexp replace validate`,
  script: 'chdir cmd creates decrypt executable removes',
  service: 'args arguments enabled name pattern runlevel sleep state=reloaded|restarted|started|stopped use',
  setup: 'fact_path filter gather_subset gather_timeout',
  shell: 'chdir cmd creates executable removes stdin stdin_add_newline',
  slurp: 'path src',
  stat:
    'attr attributes checksum checksum_algo checksum_algorithm dest follow get_attributes get_checksum ' +
    'get_mime mime mime-type mime_type name path',
  systemd:
    'daemon-reexec daemon-reload daemon_reexec daemon_reload enabled force masked name no_block ' +
    'scope=system|user|global service state=reloaded|restarted|started|stopped unit',
  sysvinit:
    'args arguments daemonize enabled name pattern runlevels service sleep ' +
    'state=started|stopped|restarted|reloaded',
  template:
    `${OF_FILES} backup block_end_string block_start_string comment_end_string comment_start_string dest follow force ` +
    'lstrip_blocks newline_sequence output_encoding src trim_blocks validate variable_end_string ' +
    'variable_start_string',
  unarchive:
    `${OF_FILES} copy creates decrypt dest exclude extra_opts include io_buffer_size keep_newer list_files remote_src ` +
    'src validate_certs',
  uri:
    `${OF_FILES} ${OF_REQUESTS} body body_format=form-urlencoded|json|raw|form-multipart ca_path creates dest follow_redirects force ` +
    'method remote_src removes return_content src status_code unix_socket user',
  user:
    'append authorization comment create_home createhome expires force generate_ssh_key group groups ' +
    'hidden home local login_class move_home name non_unique password password_expire_account_disable ' +
    'password_expire_max password_expire_min password_expire_warn password_lock profile remove role ' +
    'seuser shell skeleton ssh_key_bits ssh_key_comment ssh_key_file ssh_key_passphrase ssh_key_type ' +
    'state=absent|present system uid uid_max uid_min umask update_password user',
  wait_for:
    'active_connection_states connect_timeout delay exclude_hosts host msg path port search_regex sleep ' +
    'state=absent|drained|present|started|stopped timeout',
  yum_repository:
    `${OF_FILES} async bandwidth baseurl ca_cert client_cert client_key cost countme deltarpm_metadata_percentage ` +
    'deltarpm_percentage description enabled enablegroups exclude excludepkgs ' +
    'failovermethod=roundrobin|priority file gpgcakey gpgcheck gpgkey http_caching=all|packages|none ' +
    'include includepkgs ip_resolve keepalive keepcache metadata_expire metadata_expire_filter metalink ' +
    'mirrorlist mirrorlist_expire module_hotfixes name password priority protect proxy proxy_password ' +
    'proxy_username repo_gpgcheck reposdir retries s3_enabled skip_if_unavailable ' +
    'ssl_check_cert_permissions sslcacert sslclientcert sslclientkey sslverify state=absent|present ' +
    'throttle timeout ui_repoid_vars username validate_certs',
};

/** Modules that hand their arguments on to others, which may take more. */
const HANDED_ON: Readonly<Record<string, readonly string[]>> = {
  package: ['apt', 'dnf'],
  service: ['systemd', 'sysvinit'],
  template: ['copy'],
};

/** Other names of modules. */
const SAME: Readonly<Record<string, string>> = { systemd_service: 'systemd', yum: 'dnf' };

/** Modules that take a text as a whole: what looks like an argument in it is a part of a command, or of a name. */
const FREE_FORM: ReadonlySet<string> = new Set([
  'command',
  'shell',
  'script',
  'include_vars',
  'include_tasks',
  'import_tasks',
]);

/** The words that each argument takes: undefined if it may be anything. */
export type KnownArguments = ReadonlyMap<string, readonly string[] | undefined>;

/** The arguments that a module takes, with their aliases; undefined for modules that are not listed. */
export function argumentsOf(module: string): KnownArguments | undefined {
  const name = SAME[module] ?? module;
  const listed = LISTED[name];
  if (listed === undefined) return undefined;
  const others = (HANDED_ON[name] ?? []).map((other) => LISTED[other] ?? '');
  // Its own come last: they decide which words an argument takes.
  return new Map([...others, listed].join(' ').split(' ').map(readArgument));
}

/** The modules whose arguments are listed. */
export const LISTED_MODULES: readonly string[] = Object.keys(LISTED);

function readArgument(word: string): [string, readonly string[] | undefined] {
  const [name = '', words] = word.split('=');
  return [name, words?.split('|')];
}

/** Tells whether a module takes a text as a whole. */
export function takesFreeForm(module: string): boolean {
  return FREE_FORM.has(module);
}

/**
 * The modules that a name without a collection, or one of `ansible.builtin`, may mean. The names are of ansible-core
 * 2.19: `modules` and `plugins/action`, and `config/ansible_builtin_runtime.yml`, which leads on to the collections
 * that modules have moved to.
 */
import { hasChange } from '../versions.ts';
import type { Version } from '../../ground/releases.ts';

const BUILT_IN = (
  'add_host apt apt_key apt_repository assemble assert async_status blockinfile command copy cron deb822_repository ' +
  'debconf debug dnf dnf5 dpkg_selections expect fail fetch file find gather_facts get_url getent git group ' +
  'group_by hostname import_playbook import_role import_tasks include_role include_tasks include_vars iptables ' +
  'known_hosts lineinfile meta mount_facts package package_facts pause ping pip raw reboot replace rpm_key script ' +
  'service service_facts set_fact set_stats setup shell slurp stat subversion systemd systemd_service sysvinit ' +
  'tempfile template unarchive uri user validate_argument_spec wait_for wait_for_connection yum yum_repository'
).split(' ');

/** The modules that have moved to a collection, but are still found by their short names. */
const MOVED = (
  'acl acme_account acme_account_facts acme_account_info acme_certificate acme_certificate_revoke ' +
  'acme_challenge_cert_helper acme_inspect airbrake_deployment alternatives apache2_mod_proxy apache2_module apk ' +
  'apt_repo apt_rpm archive at atomic_container atomic_host atomic_image authorized_key awall beadm bearychat ' +
  'bigpanda bower bundler bzr campfire capabilities certificate_complete_chain cisco_spark cloud_init_data_facts ' +
  'cloudflare_dns cobbler_sync cobbler_system composer consul consul_acl consul_kv consul_session cpanm cronvar ' +
  'crypttab datadog_event datadog_monitor dconf deploy_helper django_manage dnsimple dnsmadeeasy docker_compose ' +
  'docker_config docker_container docker_container_info docker_host_info docker_image docker_image_facts ' +
  'docker_image_info docker_login docker_network docker_network_info docker_node docker_node_info docker_prune ' +
  'docker_secret docker_service docker_stack docker_swarm docker_swarm_info docker_swarm_service ' +
  'docker_swarm_service_info docker_volume docker_volume_info easy_install ejabberd_user elasticsearch_plugin etcd3 ' +
  'facter filesystem firewalld flatpak flatpak_remote flowdock foreman gcdns_record gcdns_zone gconftool2 gcspanner ' +
  'gem get_certificate git_config github_deploy_key github_hooks github_issue github_key github_release ' +
  'github_webhook github_webhook_facts github_webhook_info gitlab_deploy_key gitlab_group gitlab_hook gitlab_hooks ' +
  'gitlab_project gitlab_project_variable gitlab_runner gitlab_user grafana_dashboard grafana_datasource ' +
  'grafana_plugin grove gunicorn haproxy helm hg hipchat homebrew homebrew_cask homebrew_tap honeybadger_deployment ' +
  'hponcfg htpasswd imgadm infinity ini_file installp interfaces_file ip_netns ipify_facts ipinfoio_facts ipmi_boot ' +
  'ipmi_power irc iso_extract jabber java_cert java_keystore jboss jira k8s k8s_auth k8s_facts k8s_info k8s_raw ' +
  'k8s_scale k8s_service katello kernel_blacklist kibana_plugin layman lbu ldap_attr ldap_attrs ldap_entry ' +
  'ldap_passwd librato_annotation listen_ports_facts lldp locale_gen logentries logentries_msg logstash_plugin ' +
  'luks_device lvg lvol lxc_container lxd_container lxd_profile macports mail make mas matrix mattermost ' +
  'maven_artifact mksysb modprobe mongodb_info mongodb_parameter mongodb_replicaset mongodb_shard mongodb_user ' +
  'monit mount mqtt mssql_db mysql_db mysql_info mysql_query mysql_replication mysql_user mysql_variables nagios ' +
  'netcup_dns newrelic_deployment nexmo nginx_status_facts nginx_status_info nictagadm nmcli nosh npm nsupdate ' +
  'office_365_connector_card ohai omapi_host onepassword_facts onepassword_info open_iscsi openbsd_pkg ' +
  'opendj_backendprop openshift_raw openshift_scale openssh_cert openssh_keypair openssl_certificate ' +
  'openssl_certificate_info openssl_csr openssl_csr_info openssl_dhparam openssl_pkcs12 openssl_privatekey ' +
  'openssl_privatekey_info openssl_publickey openwrt_init opkg osx_defaults osx_say pacemaker_cluster pacman ' +
  'pagerduty pagerduty_alert pam_limits pamd parted patch pear pids pingdom pip_package_info pkgin pkgng pkgutil ' +
  'podman_container_info podman_image podman_image_info podman_volume_info portage portinstall postgresql_copy ' +
  'postgresql_db postgresql_ext postgresql_idx postgresql_info postgresql_lang postgresql_membership ' +
  'postgresql_owner postgresql_pg_hba postgresql_ping postgresql_privs postgresql_publication postgresql_query ' +
  'postgresql_schema postgresql_sequence postgresql_set postgresql_slot postgresql_subscription postgresql_table ' +
  'postgresql_tablespace postgresql_user postgresql_user_obj_stat_info proxmox proxmox_kvm proxmox_template ' +
  'pulp_repo puppet pushbullet pushover python_requirements_facts python_requirements_info rabbitmq_binding ' +
  'rabbitmq_exchange rabbitmq_global_parameter rabbitmq_parameter rabbitmq_plugin rabbitmq_policy rabbitmq_publish ' +
  'rabbitmq_queue rabbitmq_user rabbitmq_vhost rabbitmq_vhost_limits read_csv redfish_command redfish_config ' +
  'redfish_facts redfish_info redhat_subscription redis rhevm rhsm_release rhsm_repository riak rocketchat ' +
  'rollbar_deployment runit say seboolean sefcontext selinux selinux_permissive selogin sendgrid seport serverless ' +
  'slack slackpkg snap snmp_facts solaris_zone sorcery spectrum_device stackdriver stacki_host statusio_maintenance ' +
  'supervisorctl svc svr4pkg swdepot swupd synchronize sysctl syslogger syspatch telegram terraform timezone twilio ' +
  'typetalk ufw uptimerobot urpmi vdo vmadm wakeonlan x509_crl x509_crl_info xattr xbps xfconf xfs_quota xml yarn ' +
  'zabbix_action zabbix_group zabbix_group_facts zabbix_group_info zabbix_host zabbix_host_events_info ' +
  'zabbix_host_facts zabbix_host_info zabbix_hostmacro zabbix_maintenance zabbix_map zabbix_mediatype zabbix_proxy ' +
  'zabbix_screen zabbix_service zabbix_template zabbix_template_info zabbix_user zabbix_user_info zabbix_valuemap ' +
  'zfs zfs_delegate_admin zfs_facts znode zpool_facts zypper zypper_repository'
).split(' ');

/** The first words of modules for clouds and appliances that have moved, too: any name that begins so may be one. */
const FAMILIES: ReadonlySet<string> = new Set(
  (
    'a10 aci aerospike aireos aix ali apconos aruba asa avi aws azure bcf bigip bigiq bigmon bitbucket catapult ce ' +
    'checkpoint circonus clc cli cloudformation cloudfront cloudscale cloudtrail cloudwatchevent cloudwatchlogs cnos ' +
    'cp cpm cs cv cyberark data dellos10 dellos6 dellos9 digital dimensiondata dladm dms dynamodb ec2 ecs edgeos ' +
    'edgeswitch efs elasticache elb emc enos eos eric exo exos faz flowadm fmgr fortios frr ftd gc gce gcp gcpubsub ' +
    'gluster hcloud heroku hetzner hpilo hwc iam iap ibm icinga2 icx idrac ig imc infini influxdb intersight ios ' +
    'iosxr ipa ipadm ipwcli ironware jenkins junos keycloak kinesis kubevirt lambda lightsail linode logicmonitor ' +
    'lxca manageiq memset meraki mso na nclu net netact netapp netbox netconf netscaler network nios nos nso nuage ' +
    'nxos oci ome one oneandone oneview online onyx openvswitch opx ordnance os ovh ovirt packet panos pkg5 pn ' +
    'profitbricks proxysql psexec pubnub purefa purefb rax rds redshift restconf rhn route53 routeros rundeck s3 ' +
    'scaleway sensu sf skydive sl slxos smartos snow sns spotinst sqs sros ss sts taiga telnet tower ucs udm utm vca ' +
    'vcenter vdirect vertica vexata virt vmware voss vr vsphere vultr vyos webfaction win xenserver'
  ).split(' '),
);

/** The names of modules: those of ansible-core, and those that have moved to collections. */
export const MODULES = { ofCore: BUILT_IN, moved: MOVED } as const;

const KNOWN: ReadonlySet<string> = new Set([...BUILT_IN, ...MOVED]);

/** What to use in place of modules that ansible-core has given up. */
const REMOVED: ReadonlyMap<string, string> = new Map([['include', 'include_tasks or import_tasks']]);

/** What is wrong with the name of a module. */
export type ModuleFault =
  | { readonly kind: 'unknown'; readonly known: readonly string[] }
  | { readonly kind: 'removed'; readonly instead: string };

/**
 * Says what is wrong with the name of a module: ansible-core has given it up, or has others that may be meant
 * (`known`), but not this. Undefined for modules that it has, and for what may be one of a collection.
 */
export function faultOfModule(written: string, version: Version): ModuleFault | undefined {
  const name = written.replace(/^ansible\.(?:builtin|legacy)\./, '');
  if (name.includes('.') || KNOWN.has(name)) return undefined;
  const instead = REMOVED.get(name);
  if (instead !== undefined) return hasChange(version, 'lacksInclude') ? { kind: 'removed', instead } : undefined;
  const isOfCore = written.startsWith('ansible.builtin.');
  if (!isOfCore && FAMILIES.has(name.split('_', 1)[0] ?? '')) return undefined;
  return { kind: 'unknown', known: isOfCore ? BUILT_IN : [...BUILT_IN, ...MOVED] };
}

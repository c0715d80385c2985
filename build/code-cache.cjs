'use strict';
// The `postinstall` script of npm, which the build runs as well: keeps V8's compiled code of the program for this Node, which
// halves the time of a small check (build/start.cjs). Nothing is written when the program runs.
//
// Nothing depends on it: the program is as good without, and an installation does not fail for it.
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

/** A project with what most have: groups in groups, files of variables, a template, a list and a map. */
const TYPICAL = {
  'hosts.yml': `# The hosts of each tier.
all:
  children:
    search:
      children:
        search_masters:
          hosts:
            master-1:
            master-2:
            master-3:
        search_hot:
          hosts:
            hot-1:
            hot-2: { config_host: 10.0.0.5 }
    dashboard:
      hosts:
        dashboard-1: { config_host: 10.0.0.9 }
    pipeline:
      hosts:
`,
  'group_vars/all.yml': `---
search_cluster_name: logs
ntp_servers: [ntp1.example.net, ntp2.example.net]
`,
  'group_vars/search.yml': `---
search_memory_lock: true
search_fs_repo:
  - /mnt/snapshots
search_cluster_settings:
  cluster.routing.allocation.disk.watermark.low: "85%"
  cluster.routing.allocation.disk.watermark.high: "90%"
  cluster.routing.allocation.disk.watermark.flood_stage: "95%"
audit_events: &events
  - access_denied
audit: { enabled: true, events: *events }
`,
  'group_vars/search_masters.yml': 'search_node_types: [master]\nsearch_heap: "4"\n',
  'group_vars/search_hot.yml': 'search_node_types: ["data_hot", "data_content"]\nsearch_heap: "30"\n',
  'host_vars/hot-1.yml': `---
config_host: 10.0.0.4
labels:
  rack: r1
search_heap: '26'  # half of the memory
search_extra_config:
  node.attr.rack: r1
shipper_log_inputs:
  audit: { paths: ['/var/log/search/*.json'], fields: { cluster: "{{ search_cluster_name }}" } }
`,
};

const [, , dist = join(__dirname, '../dist'), ...words] = process.argv;
const program = join(dist, 'program.cjs');
// A clone has none before its first build.
if (words.length > 0) keepCompiledCode();
else if (existsSync(program)) runTypicalCheck();

/** Has this file run a typical check in a process of its own: more code than that would take time to read. */
function runTypicalCheck() {
  try {
    const project = mkdtempSync(join(tmpdir(), 'stacklint-typical-'));
    for (const [path, text] of Object.entries(TYPICAL)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    spawnSync(process.execPath, [__filename, dist, 'check'], { cwd: project, stdio: 'ignore' });
    rmSync(project, { recursive: true });
  } catch {
    // There is no place for temporary files.
  }
}

/** Runs the program with these words, and keeps the code of all that ran. */
function keepCompiledCode() {
  const script = new Script(readFileSync(program, 'latin1'), { filename: program });
  process.on('exit', () => {
    // It fits one version of V8 on one kind of processor.
    const cache = join(dist, `program.${process.versions.v8}-${process.arch}.cache`);
    writeFileSync(cache, script.createCachedData());
  });
  process.argv.splice(2, 1);
  script.runInThisContext()(require, dist);
}

"""The files that ansible-playbook of the installed ansible-core leaves on hosts, for many projects in one process: oracle.py

Reads a JSON array of {"files": {path: text}, "playbook": path, "inventory": path, "facts": {host: {name: value}}, "present":
{path: text}} and writes a JSON array that has, for each of them, {host: {path: text}}: "present" is on every host from the
start. A text is null from a task on that failed, until another writes the whole file; the host goes on, as real ones do not.
A host is null where a task failed of which not even the file is known. A project is null where Ansible refuses it.

No process is started and nothing is connected to: plays, roles, precedence, loops, conditions, includes and the action
plugins are Ansible's own; modules that work on files run in this process, below a folder for each host; those of no
interest here only say that they changed something. A project has a fork of this process.
"""

import contextlib
import importlib
import io
import json
import os
import shutil
import signal
import sys
import tempfile

LONGEST = 30  # seconds for a project
TOP = os.path.realpath(tempfile.mkdtemp(prefix="stacklint-deployments-"))
HOSTS = TOP + "/hosts"
for name in list(os.environ):
    if name.startswith(("ANSIBLE_", "LC_")):
        del os.environ[name]
os.makedirs(TOP + "/home")
os.environ.update(HOME=TOP + "/home", LANG="C.UTF-8", ANSIBLE_NOCOLOR="1", ANSIBLE_LOCAL_TEMP=TOP + "/local", ANSIBLE_GATHERING="explicit",
                  ANSIBLE_RETRY_FILES_ENABLED="0", ANSIBLE_FORKS="1", ANSIBLE_DEPRECATION_WARNINGS="0", ANSIBLE_HOME=TOP + "/home/.ansible")  # fmt: skip
asked = json.load(sys.stdin)
os.chdir(TOP)
sys.stdin = open(os.devnull)

from ansible import cli  # noqa: E402
from ansible._internal import _task  # noqa: E402
from ansible.cli.playbook import PlaybookCLI  # noqa: E402
from ansible.executor import task_executor  # noqa: E402
from ansible.executor.play_iterator import PlayIterator  # noqa: E402
from ansible.executor.task_result import _RawTaskResult  # noqa: E402
from ansible.module_utils import basic  # noqa: E402
from ansible.playbook import play_context  # noqa: E402
from ansible.plugins import action, loader as plugins, strategy  # noqa: E402
from ansible.template import Templar  # noqa: E402
from ansible.parsing.vault import VaultSecretsContext  # noqa: E402
from ansible.utils import context_objects  # noqa: E402
from ansible.utils.collection_loader import AnsibleCollectionConfig  # noqa: E402
from ansible.utils.display import Display  # noqa: E402
from ansible.utils.hashing import checksum  # noqa: E402
from ansible.utils.vars import load_extra_vars, load_options_vars  # noqa: E402

sys.dont_write_bytecode = True
# The modules that work on files: they run. What others register is that they changed something.
REAL = {"copy", "file", "lineinfile", "blockinfile", "replace", "assemble"}
PATHS = ("dest", "path", "src", "_original_basename")
lost = {}  # {host: set of paths}; None among them means every path


def sandboxed(host, path):
    """The place of a path of the host; what lies in this process's own folders is there already."""
    inside = not os.path.isabs(path) or path.startswith(TOP)
    return path if inside else HOSTS + "/" + host + path


def run_module(name, args, host):
    """Runs a module in this process, on the files of the host. Returns its result."""
    module = importlib.import_module("ansible.modules." + name)
    args = {k: sandboxed(host, v) if k in PATHS and isinstance(v, str) else v for k, v in args.items()}
    if name in ("copy", "template", "lineinfile", "blockinfile", "assemble") and isinstance(args.get("dest", args.get("path")), str):
        os.makedirs(os.path.dirname(args.get("dest", args.get("path")).rstrip("/")), exist_ok=True)
    basic._ANSIBLE_ARGS = json.dumps({"ANSIBLE_MODULE_ARGS": {**args, "_ansible_tmpdir": TOP + "/tmp", "_ansible_remote_tmp": TOP + "/tmp"}}).encode()
    basic._ANSIBLE_PROFILE = "legacy"
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            module.main()
    except SystemExit:
        pass
    return json.loads(said.getvalue())


def execute_module(self, module_name=None, module_args=None, task_vars=None, **_):
    name = (module_name or self._task.action).rsplit(".", 1)[-1]
    host = self._task.delegate_to or task_vars["inventory_hostname"]
    if name not in REAL:
        return {"changed": True, "rc": 0, "stdout": "out", "stderr": "", "stdout_lines": ["out"]}
    args = dict(self._task.args if module_args is None else module_args)
    return run_module(name, json.loads(json.dumps(args, default=str)), host)


def remote_stat(self, path, all_vars=None, **_):
    at = sandboxed(self._task.delegate_to or all_vars["inventory_hostname"], path)
    is_file = os.path.isfile(at)
    return {"exists": os.path.exists(at), "isdir": os.path.isdir(at), "islnk": False, "checksum": checksum(at) if is_file else "1"}


def make_tmp_path(self, *_, **__):
    self._connection._shell.tmpdir = tempfile.mkdtemp(dir=TOP + "/tmp")
    return self._connection._shell.tmpdir


class InlineWorker:
    """A worker that does its task at once, in this process."""

    def __init__(self, *, final_q, task_vars, host, task, play_context, loader, variable_manager, shared_loader_obj, **_):
        self.work = (host, task, task_vars, play_context, loader, shared_loader_obj, final_q, variable_manager)
        self.exitcode = 0

    def start(self):
        host, task, task_vars, play_context, loader, shared, final_q, manager = self.work
        mine = task.copy(exclude_parent=True, exclude_tasks=True) if hasattr(task, "statically_loaded") else task.copy(exclude_parent=True)
        mine._parent = task._parent
        try:
            with _task.TaskContext(mine):
                result = task_executor.TaskExecutor(host, mine, task_vars, play_context.copy(), loader, shared, final_q, manager).run()
        except BaseException as error:  # noqa: BLE001
            result = {"failed": True, "msg": str(error)}
        result.pop("exception", None)
        if result.get("failed"):
            note_failure(host, mine, task_vars, loader)
            result = {"changed": False}
        final_q.send_task_result(_RawTaskResult(host=host, task=mine, return_data=result, task_fields=mine.dump_attrs()))

    def is_alive(self):
        return False

    def close(self):
        pass

    def terminate(self):
        pass


real_prereqs = PlaybookCLI._play_prereqs
real_internal = task_executor.TaskExecutor._execute_internal


def execute_internal(self, templar, variables):
    """An item at which a task fails does not keep the next ones from being done, nor the next tasks."""
    task, host = self._task, self._host
    given = {k: task.args.get(k) for k in ("dest", "path")} if task.args else {}
    try:
        result = real_internal(self, templar, variables)
    except Exception as error:  # noqa: BLE001
        if os.environ.get("ORACLE_SAYS") == "2": import traceback; traceback.print_exc()
        result = {"failed": True, "msg": str(error)}
    name = task.action.rsplit(".", 1)[-1]
    if result.get("failed"):
        if os.environ.get("ORACLE_SAYS"):
            print(host.name, task, result.get("msg"), file=sys.stderr)
        lose(task.delegate_to or host.name, given, templar)
        return {"changed": False}
    if name in ("template", "copy", "assemble") and not result.get("skipped"):
        dest = task.args.get("dest")
        # Of a folder it is not known which of its files a task that failed would have written.
        if isinstance(dest, str) and not dest.endswith("/"):
            lost.get(task.delegate_to or host.name, set()).discard(os.path.normpath(dest))
    return result


def lose(host, given, templar):
    """Notes that what a task should have written is not known."""
    dest = next((v for v in given.values() if v is not None), None)
    try:
        dest = os.path.normpath(templar.template(dest)) if dest is not None else None
    except Exception:  # noqa: BLE001
        dest = None
    lost.setdefault(host, set()).add(dest)


def note_failure(host, task, variables, loader):
    """Notes a task that failed before its first item: in its loop or its conditions."""
    lose(host.name, {k: task.args.get(k) for k in ("dest", "path")} if task.args else {}, Templar(loader, variables=variables))


def patch():
    strategy.WorkerProcess = InlineWorker
    task_executor.TaskExecutor._execute_internal = execute_internal
    task_executor.TaskExecutor._set_connection_options = lambda self, *a, **k: []
    task_executor.TaskExecutor._set_become_plugin = lambda self, *a, **k: None
    task_executor.TaskExecutor._get_connection = lambda self, *a, **k: plugins.connection_loader.get("local", self._play_context, task_uuid=self._task._uuid)
    PlayIterator.mark_host_failed = lambda self, host: None
    play_context.PlayContext.set_task_and_variable_override = lambda self, *a, **k: self.copy()
    base = action.ActionBase
    base._execute_module = execute_module
    base._execute_remote_stat = remote_stat
    base._make_tmp_path = make_tmp_path
    base._remove_tmp_path = lambda self, path, force=False: path and shutil.rmtree(path, ignore_errors=True)
    base._fixup_perms2 = lambda self, paths, **k: list(paths)
    base._remote_expand_user = lambda self, path, **k: path
    for name in ("display", "warning", "deprecated", "banner", "error", "error_as_warning", "_warning", "_error"):
        if hasattr(Display, name):
            setattr(Display, name, lambda *a, **k: None)


def texts_of(host):
    """The files of a host, by their paths there; null for those that a failed task would have written."""
    top, found = HOSTS + "/" + host, {}
    gone = lost.get(host, set())
    if None in gone:
        return None
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
                found[path[len(top) :]] = file.read()
    return {**found, **{path: None for path in gone}}


def answer(case):
    """What is on the hosts after the playbook."""
    # Ansible remembers what it found in a folder, so that each project has its own.
    project = tempfile.mkdtemp(dir=TOP + "/projects") + "/p"
    for path, text in case["files"].items():
        os.makedirs(os.path.dirname(project + "/" + path), exist_ok=True)
        with open(project + "/" + path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    os.chdir(project)
    # What a process is only told once.
    context_objects.GlobalCLIArgs._Singleton__instance = None
    AnsibleCollectionConfig.playbook_paths = []
    VaultSecretsContext._current = None
    for function in (load_extra_vars, load_options_vars):
        function.__dict__.clear()
    command = PlaybookCLI(["ansible-playbook", "-i", case["inventory"], case["playbook"]])
    command.parse()
    hosts = []

    def prereqs(*args):
        loader, inventory, manager = real_prereqs(*args)
        for host in inventory.get_hosts():
            hosts.append(host.name)
            facts = case.get("facts", {}).get(host.name)
            if facts:
                manager.set_host_facts(host.name, facts)
            for path, text in case.get("present", {}).items():
                at = HOSTS + "/" + host.name + path
                os.makedirs(os.path.dirname(at), exist_ok=True)
                with open(at, "w", encoding="utf-8", newline="") as file:
                    file.write(text)
        return loader, inventory, manager

    PlaybookCLI._play_prereqs = prereqs
    command.run()
    return {host: texts_of(host) for host in hosts}


def clean():
    for folder in ("projects", "hosts", "tmp"):
        shutil.rmtree(TOP + "/" + folder, ignore_errors=True)
        os.makedirs(TOP + "/" + folder)


# One task of each kind, to load what takes the time.
SAMPLE = {
    "files": {
        "hosts": "[web]\na\n",
        "site.yml": "- hosts: web\n  gather_facts: false\n  roles: [r]\n",
        "group_vars/all.yml": "x: 1\nm: {k: 1}\n",
        "roles/r/defaults/main.yml": "y: 1\n",
        "roles/r/templates/t.j2": "{% include 'u.j2' %}{{ m | to_nice_yaml | comment }}{{ m | to_json }}{{ [1] | join | bool | default(2) }}\n",
        "roles/r/templates/u.j2": "{{ ansible_managed }}{{ x | upper }}{{ groups.web | first | indent }}{{ m | dict2items | length }}\n",
        "roles/r/tasks/main.yml": """
- template: {src: t.j2, dest: /etc/a}
- {copy: {content: '{{ m | combine(m) }}', dest: /etc/b}, loop: [1], when: y is defined}
- {lineinfile: {path: /etc/a, line: x, regexp: y}, with_items: [1]}
- {blockinfile: {path: /etc/a, block: x}, with_dict: '{{ m }}'}
- replace: {path: /etc/a, regexp: x, replace: y}
- file: {path: /etc/d, state: directory}
- assemble: {src: /etc/d, dest: /etc/e, remote_src: true}
- set_fact: {z: 1}
- include_vars: more.yml
- include_tasks: more.yml
- {command: x, register: g, run_once: true, delegate_to: a}
- include_role: {name: r, tasks_from: more}
""",
        "roles/r/tasks/more.yml": "- debug: {msg: x}\n",
        "roles/r/vars/more.yml": "z: 2\n",
    },
    "playbook": "site.yml",
    "inventory": "hosts",
}


def forked(case):
    """The answer of a fork, so that the next project meets no trace of this one."""
    clean()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(LONGEST)
        try:
            said = answer(case)
        except BaseException as error:  # noqa: BLE001
            if os.environ.get("ORACLE_SAYS"):
                import traceback

                traceback.print_exc()
            said = None
        with os.fdopen(write, "w") as out:
            json.dump(said, out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answers:
        text = answers.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


patch()
plugins.init_plugin_loader([])
cli.init_plugin_loader = lambda *_: None
clean()
if answer(SAMPLE)["a"].keys() != {"/etc/a", "/etc/b", "/etc/e"}:
    raise SystemExit("the sample is not carried out")
lost.clear()
answers = [forked(case) for case in asked]
shutil.rmtree(TOP, ignore_errors=True)
json.dump(answers, sys.stdout)

"""Answers as ansible-inventory of the installed ansible-core, for many inventories in one process: oracle.py FOLDER

Reads a JSON array of {"files": {path: text}, "environment": {name: text}, "runs": [[argument, …], …]} and writes a JSON
array that has, for each of them, a list with an answer for each run: {"code": exit code, "stdout": text, "stderr":
text}, or null where that took too long. The files of an inventory are written to the folder, which must not exist yet,
and each run is started there. A run whose first argument is --values prints what the variables of the hosts are worth in
a play: {host: {name: answer}}, answers as in tagged.py.

An inventory has a fork of this process, in which everything that is slow to load is loaded: nothing is left of it for
the next. Of the settings that are read when Ansible is imported, those of the folder's ansible.cfg are put in their place.
"""

import gc
import json
import os
import re
import shutil
import signal
import sys
import tempfile

FOLDER = sys.argv[1]
# In seconds. Values that lead back to themselves keep Ansible busy for hours where each step tries two ways.
LONGEST = 20
HOME = os.path.realpath(tempfile.mkdtemp(prefix="stacklint-oracle-"))
for name in list(os.environ):
    if name.startswith(("ANSIBLE_", "LC_")):
        del os.environ[name]
os.environ.update(HOME=HOME, LANG="C.UTF-8", ANSIBLE_NOCOLOR="1", COLUMNS="200")
asked = json.load(sys.stdin)
os.chdir(HOME)

from ansible import cli, constants  # noqa: E402
from ansible.cli.arguments import option_helpers  # noqa: E402
from ansible.cli.inventory import InventoryCLI  # noqa: E402
from ansible.config.manager import ConfigManager  # noqa: E402
from ansible.inventory import manager  # noqa: E402
from ansible.parsing.dataloader import DataLoader  # noqa: E402
from ansible.parsing.vault import VaultSecretsContext  # noqa: E402
from ansible.plugins import loader as plugins  # noqa: E402
from ansible.template import Templar, trust_as_template  # noqa: E402
from ansible.utils import context_objects  # noqa: E402
from ansible.utils.collection_loader import AnsibleCollectionConfig  # noqa: E402
from ansible.utils.vars import load_extra_vars, load_options_vars  # noqa: E402
from ansible.vars import plugins as vars_plugins  # noqa: E402
from ansible.vars.clean import clean_facts  # noqa: E402
from ansible.vars.hostvars import HostVars  # noqa: E402

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(__file__), os.pardir))
from tagged import answer_of  # noqa: E402


def warm_up():
    """Loads what every run needs: it is what takes the time."""
    plugins.init_plugin_loader([])
    cli.init_plugin_loader = lambda *_: None
    version = option_helpers.version("ansible-inventory")
    option_helpers.version = lambda *_: version
    for name in ("host_list", "script", "auto", "yaml", "ini", "toml", "constructed"):
        plugins.inventory_loader.get(name)
    list(plugins.vars_loader.all(class_only=True))
    plugins.vars_loader.get("host_group_vars")
    plugins.cache_loader.get("memory")
    clean_facts({})
    # Of plugins that have no options, Ansible reads the description again each time that it needs them.
    for name in ("host_list", "advanced_host_list", "auto", "ini", "toml"):
        constants.config.initialize_plugin_configuration_definitions("inventory", name, {})
    constants.config.initialize_plugin_configuration_definitions("cache", "memory", {})
    templar = Templar(loader=DataLoader(), variables={})
    templar.template(trust_as_template("{{ [1] | map('int') | select('defined') | list | default('') }}"))
    gc.collect()
    gc.freeze()


def read_settings():
    """What importing Ansible in this folder would make of its ansible.cfg; an error ends the run, as it would there."""
    config = ConfigManager()
    config._plugins = constants.config._plugins
    constants.config = config
    for name in config.get_configuration_definitions():
        constants.set_constant(name, config.get_config_value(name, variables=vars(constants)))
    ignored = manager.IGNORED_ALWAYS + [pattern.encode() for pattern in constants.INVENTORY_IGNORE_PATTERNS]
    endings = [re.escape(ending).encode() + b"$" for ending in constants.INVENTORY_IGNORE_EXTS]
    manager.IGNORED = re.compile(b"|".join(ignored + endings))
    plugins.vars_loader._paths, plugins.vars_loader._plugin_instance_cache = None, {}
    vars_plugins._plugin_should_run.cache_clear()


class Values(InventoryCLI):
    """What the variables of the hosts are worth, instead of what they are."""

    def run(self):
        super(InventoryCLI, self).run()
        self.loader, self.inventory, self.vm = self._play_prereqs()
        HostVars(self.inventory, self.vm, self.loader)
        sys.stdout.write(json.dumps({host.name: self.worth(host) for host in self.inventory.get_hosts("all")}))

    def worth(self, host):
        variables = self.vm.get_vars(host=host)
        variables["vars"] = dict(variables)
        templar = Templar(loader=self.loader, variables=variables)
        return {str(name): answer_of(lambda: templar.template(value)) for name, value in variables.items() if name not in ("hostvars", "vars")}


def run(arguments):
    """The exit code of a run; what it prints goes to the standard streams."""
    context_objects.GlobalCLIArgs._Singleton__instance = None
    AnsibleCollectionConfig.playbook_paths = []
    VaultSecretsContext._current = None
    for function in (load_extra_vars, load_options_vars):
        function.__dict__.clear()
    try:
        if arguments[0] == "--values":
            Values.cli_executor(["ansible-inventory", "--list", *arguments[1:]])
        else:
            InventoryCLI.cli_executor(["ansible-inventory", *arguments])
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def answer(arguments, end):
    """Runs once, in the fork; what is printed is caught by the file descriptor."""
    out, err = (open(os.path.join(HOME, name), "w+b") for name in ("stdout", "stderr"))
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    code = run(arguments) if end is None else end
    sys.stdout.flush()
    sys.stderr.flush()
    return {"code": code, "stdout": told(out), "stderr": told(err)}


def told(file):
    file.seek(0)
    # For localhost, which is nowhere declared, Ansible names the Python that it runs in.
    name, python = "ansible_python_interpreter: ", "{{ ansible_playbook_python }}"
    text = file.read().decode("utf-8", "replace").replace(name + sys.executable, f"{name}'{python}'")
    return text.replace(sys.executable, python)


def forked(environment, runs):
    path = os.path.join(HOME, "answers")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.chdir(FOLDER)
            signal.alarm(LONGEST)
            end = None
            os.environ.update(environment)
            if environment or os.path.exists("ansible.cfg"):
                try:
                    read_settings()
                except re.error:
                    # Patterns are compiled when the inventory's module is imported: nothing catches that.
                    end = 1
                except Exception:
                    end = 5
            done = [answer(arguments, end) for arguments in runs]
            with open(path, "w", encoding="utf-8") as file:
                json.dump(done, file)
            code = 0
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
        return None
    if status != 0:
        raise RuntimeError(f"a run of {runs} ended before its time")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def answers(inventory):
    # Ansible takes no ansible.cfg from a folder that everybody may write to.
    os.mkdir(FOLDER, 0o755)
    try:
        for path, text in inventory["files"].items():
            target = os.path.join(FOLDER, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(text.encode("utf-8", "surrogateescape"))
        return forked(inventory["environment"], inventory["runs"])
    finally:
        shutil.rmtree(FOLDER)


try:
    warm_up()
    json.dump([answers(inventory) for inventory in asked], sys.stdout)
finally:
    shutil.rmtree(HOME, ignore_errors=True)

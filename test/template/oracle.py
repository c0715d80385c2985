"""Evaluates templates with the installed ansible-core: from 2.19 on as they are, before as the variable of a role.

Reads a JSON array of {"template": text, "variables": {name: value}} and writes a JSON array of answers as in tagged.py.
"""

import json
import os
import resource
import signal
import sys

os.environ["ANSIBLE_DEPRECATION_WARNINGS"] = "False"
os.environ["ANSIBLE_SYSTEM_WARNINGS"] = "False"

from ansible.parsing.dataloader import DataLoader  # noqa: E402
from ansible.template import Templar  # noqa: E402
from ansible.utils.display import Display  # noqa: E402

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(__file__), os.pardir))
from tagged import answer_of  # noqa: E402

try:
    from ansible.template import trust_as_template
except ImportError:
    trust_as_template = None


Display.display = lambda *args, **named: None
Display.warning = lambda *args, **named: None
Display.deprecated = lambda *args, **named: None


def trusted(value):
    if isinstance(value, str):
        return trust_as_template(value)
    if isinstance(value, list):
        return [trusted(item) for item in value]
    if isinstance(value, dict):
        return {key: trusted(item) for key, item in value.items()}
    return value


class TooSlow(BaseException):
    pass


def give_up(_signal, _frame):
    raise TooSlow()


resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
signal.signal(signal.SIGALRM, give_up)


def answer(case):
    signal.alarm(3)
    try:
        return evaluated(case)
    except (TooSlow, MemoryError):
        return {"error": "too large", "message": "the oracle gave up"}
    finally:
        signal.alarm(0)


def evaluated(case):
    if trust_as_template:
        templar = Templar(loader=DataLoader(), variables=trusted(case["variables"]))
        return answer_of(lambda: templar.template(trust_as_template(case["template"])))
    variables = {**case["variables"], "role_variable": case["template"]}
    return answer_of(lambda: Templar(loader=DataLoader(), variables=variables).template("{{ role_variable }}"))


json.dump([answer(case) for case in json.load(sys.stdin)], sys.stdout)

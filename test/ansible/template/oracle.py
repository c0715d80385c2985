"""Evaluates templates with the installed ansible-core: from 2.19 on as they are, before as the variable of a role.

Reads a JSON array of {"template": text, "variables": {name: value}} and writes a JSON array of answers as in tagged.py.
"""

import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(__file__), os.pardir, os.pardir))
from bounded import bounded, trust_as_template, trusted  # noqa: E402
from tagged import answer_of  # noqa: E402

from ansible.parsing.dataloader import DataLoader  # noqa: E402
from ansible.template import Templar  # noqa: E402


def evaluated(case):
    if trust_as_template:
        templar = Templar(loader=DataLoader(), variables=trusted(case["variables"]))
        return answer_of(lambda: templar.template(trust_as_template(case["template"])))
    variables = {**case["variables"], "role_variable": case["template"]}
    return answer_of(lambda: Templar(loader=DataLoader(), variables=variables).template("{{ role_variable }}"))


json.dump([bounded(lambda: evaluated(case)) for case in json.load(sys.stdin)], sys.stdout)

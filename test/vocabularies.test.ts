/** Holds each product and vocabulary, found by its path, to a fixture that says what the model has of it. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastGlob from 'fast-glob';
import { parse } from 'yaml';
import { readSchemas } from '../build/schemas.ts';
import { disk } from '../src/ground/disk.ts';
import type { Setting } from '../src/model/setting.ts';
import { isOnlyObserved, SETTINGS, settingNamesOf } from '../src/model/settings.ts';
import type { MemberKind, SettingName } from '../src/model/settings.ts';
import type { Stack } from '../src/model/stack.ts';
import { assert, describe } from './describe.ts';
import { holdsTo } from './expected.ts';
import { project } from './project.ts';
import { configurationOf, variableFor } from './vocabulary.ts';
import { FIXTURES } from './folders.ts';

const { products, vocabularies } = readSchemas();

for (const [path, product] of products) {
  const name = basename(path, '.json');
  describe(`the product ${name}`, (test) => {
    const folder = join(FIXTURES, 'products', name);
    const releases = fastGlob.sync('*.yml', { cwd: folder }).map((file) => file.slice(0, -'.yml'.length));

    test(`has a fixture: fixtures/products/${name}/RELEASE.yml with all settings that fill the model, and RELEASE.txt`, () => {
      assert.ok(releases.length > 0, `expected fixtures/products/${name}/RELEASE.yml, as 8.15.yml`);
      const texts = releases.map((release) => readFileSync(join(folder, `${release}.yml`), 'utf8'));
      const set = new Set(texts.flatMap((text) => keysIn(parse(text) as object)));
      const fills = Object.keys(product.settings).filter((key) => product.settings[key]?.fills !== undefined);
      const absent = fills.filter((key) => !set.has(variableFor(key)) && !set.has(`configuration.${key}`));
      const files = `fixtures/products/${name}/RELEASE.yml`;
      const advice = 'set each in one of them, below configuration: (UPDATE=1 npm test writes RELEASE.txt)';
      assert.equal(absent, [], `no ${files} sets these, which fill the model; ${advice}`);
    });

    for (const release of releases)
      test(`fills the model as expected in ${release}`, () => {
        const text = readFileSync(join(folder, `${release}.yml`), 'utf8');
        const tree = { hosts: '[members]\none\n', 'group_vars/members.yml': text };
        const target = { inventory: ['hosts'], vocabularies: [configurationOf(name, product, release)] };
        const { stack } = project(tree, target).stack();
        const filled = new Set(Object.values(product.settings).flatMap(({ fills }) => fills ?? []));
        holdsTo(join(folder, `${release}.txt`), shown(stack, filled));
      });
  });
}

for (const path of vocabularies.keys()) {
  const name = basename(path, '.json');
  describe(`the vocabulary ${name}`, (test) => {
    const folder = join(FIXTURES, 'vocabularies', name);

    test(`has a fixture: fixtures/vocabularies/${name} with a project and expected.txt, and is told from it`, () => {
      assert.ok(existsSync(folder));
      const opened = project({}, { files: disk, cwd: folder }).open();
      assert.equal(
        opened.map(({ vocabulary }) => vocabulary?.name),
        [name],
      );
      holdsTo(join(folder, 'expected.txt'), shown(opened[0]?.stack));
    });
  });
}

/** All keys with values that are not maps, with dots between them. */
function keysIn(map: object, path = ''): readonly string[] {
  return Object.entries(map).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? keysIn(value as object, `${path}${key}.`)
      : [path + key],
  );
}

/** A line for each setting of each member. */
function shown(stack: Stack | undefined, only?: ReadonlySet<SettingName>): string {
  assert.ok(stack);
  const lines: string[] = [];
  const add = (owner: MemberKind, members: readonly { readonly host: string }[]): void => {
    for (const member of members) {
      lines.push(`${member.host}:`);
      for (const name of settingNamesOf(owner).filter((one) => !isOnlyObserved(one))) {
        if (only?.has(name) === false) continue;
        const setting = (member as unknown as Readonly<Record<SettingName, Setting<unknown>>>)[name];
        lines.push(`  ${name} ${said(name, setting)}`);
      }
    }
  };
  add(
    'node',
    stack.clusters.flatMap(({ nodes }) => nodes),
  );
  add(
    'dashboard',
    stack.dashboards.flatMap(({ instances }) => instances),
  );
  add('pipeline', stack.pipelines);
  add('shipper', stack.shippers ?? []);
  return lines.join('\n');
}

function said(name: SettingName, setting: Setting<unknown>): string {
  const { state, variable } = setting;
  if (state === 'unset') return `is not set (${variable})`;
  if (state === 'unknown') return `is unknown: ${setting.message}`;
  if (state === 'malformed') return `is ${setting.shown} in ${variable}; expected ${setting.expected}`;
  const { value, byDefault } = setting;
  const text = 'secret' in SETTINGS[name] ? 'a secret' : JSON.stringify(value);
  return `is ${text} by ${byDefault === true ? `default (${variable})` : variable}`;
}

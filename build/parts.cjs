'use strict';
// `dist/cli.cjs`: loads the parts of the program beside it, each once, with V8's cache of its code where there is one
// (build/code-cache.ts). Node's own `require` looks for files first, which a small check would feel.
const loadedParts = {};
// Parts need nothing but Node's own modules.
const builtin = process.getBuiltinModule;

// No module of the sources may export this name: it would hide the function where another part takes it from there.
function partOfProgram(name) {
  if (Object.hasOwn(loadedParts, name)) return loadedParts[name];
  const { readFileSync } = builtin('node:fs');
  const { Script } = builtin('node:vm');
  const folder = `${__dirname}/parts`;
  const filename = `${folder}/${name}.cjs`;
  // Node itself reads a text of UTF-8 in one call.
  const script = new Script(readFileSync(filename, 'utf8'), { filename, cachedData: cachedCode(folder, name) });
  const offered = {};
  script.runInThisContext()(offered, builtin, folder, partOfProgram);
  return (loadedParts[name] = offered);
}

// V8 itself refuses a cache that another V8 made, but compares of the code only its length: a part that was changed
// after its cache was made is compiled.
function cachedCode(folder, name) {
  const { readFileSync, statSync } = builtin('node:fs');
  try {
    const cache = `${folder}/${name}.${process.versions.v8}-${process.arch}.cache`;
    const code = readFileSync(cache);
    return statSync(cache).mtimeMs >= statSync(`${folder}/${name}.cjs`).mtimeMs ? code : undefined;
  } catch {
    return undefined;
  }
}

module.exports = { partOfProgram };
// Other parts of the package take this file for what it exports.
if (require.main === module) {
  void partOfProgram('core').module('src_cli_ts').main(process.argv.slice(2));
}

'use strict';
// `dist/cli.cjs`: loads the parts of the program that stand beside it, each once, with V8's cache of its code where there
// is one (build/code-cache.ts). Node's own `require` looks for files first, which a small check would feel.
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
  let cachedData;
  try {
    cachedData = readFileSync(`${folder}/${name}.${process.version}-${process.platform}-${process.arch}.cache`);
  } catch {
    // Made by another Node, or not made: V8 compiles.
  }
  // Node itself reads a text of UTF-8 in one call.
  const script = new Script(readFileSync(filename, 'utf8'), { filename, cachedData });
  const offered = {};
  script.runInThisContext()(offered, builtin, folder, partOfProgram);
  return (loadedParts[name] = offered);
}

module.exports = { partOfProgram };
// Other parts of the package take this file for what it exports.
if (require.main === module) {
  void partOfProgram('core').module('src_cli_ts').main(process.argv.slice(2));
}

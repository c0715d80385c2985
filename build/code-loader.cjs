'use strict';
// Loads the code beside this file with V8's cache of it, where there is one (see build/code-cache.ts).
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');

const filename = `${__dirname}/core.code.cjs`;
let cachedData;
try {
  cachedData = readFileSync(`${__dirname}/core.${process.version}-${process.platform}-${process.arch}.cache`);
} catch {
  // Made by another Node, or not made: V8 compiles.
}
// The bundle is ASCII but for comments, and Latin-1 is read without decoding.
const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`;
new Script(text, { filename, cachedData }).runInThisContext()(exports, require, module, filename, __dirname);

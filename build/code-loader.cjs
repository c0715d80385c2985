'use strict';
// Loads the code beside this file with V8's cache of it, where there is one (see build/code-cache.ts).
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');

const stem = __filename.slice(0, -'.cjs'.length);
let cachedData;
try {
  cachedData = readFileSync(`${stem}.${process.version}-${process.platform}-${process.arch}.cache`);
} catch {
  // Made by another Node, or not made: V8 compiles.
}
const filename = `${stem}.code.cjs`;
// The bundle is ASCII but for comments, and Latin-1 is read without decoding.
const text = readFileSync(filename, 'latin1');
new Script(text, { filename, cachedData }).runInThisContext()(exports, require, module, filename, __dirname);

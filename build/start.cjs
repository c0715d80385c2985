#!/usr/bin/env node
'use strict';
// `dist/cli.cjs`: runs the program beside it, with V8's compiled code of it where the build left some for this Node
// (build/code-cache.cjs). Any other Node compiles the program, which takes a little longer. Nothing is written here.
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');

const filename = `${__dirname}/program.cjs`;
// It is plain ASCII.
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData: compiledCode() });
script.runInThisContext()(require, __dirname);

function compiledCode() {
  try {
    return readFileSync(`${__dirname}/program.${process.versions.v8}-${process.arch}.cache`);
  } catch {
    return undefined;
  }
}

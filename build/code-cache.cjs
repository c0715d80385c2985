'use strict';
// `node build/code-cache.cjs FOLDER WORD…`: runs the program in a folder with these words, and writes V8's compiled code of
// all that ran beside it: reading it back saves a small check about a third of its time.
//
// It fits one version of V8 on one kind of processor, so its name says which (build/start.cjs).
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

const [folder] = process.argv.splice(2, 1);
const filename = `${folder}/program.cjs`;
const script = new Script(readFileSync(filename, 'latin1'), { filename });
process.on('exit', () => {
  writeFileSync(`${folder}/program.${process.versions.v8}-${process.arch}.cache`, script.createCachedData());
});
script.runInThisContext()(require, folder);

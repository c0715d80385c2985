'use strict';
// Preloaded by build/code-cache.ts: when the program ends, writes V8's code of every part that it has loaded and that has
// no cache yet.
const { existsSync, writeFileSync } = require('node:fs');
const v8 = require('node:v8');
const vm = require('node:vm');

// V8 takes a cache only where it has the flags that it was made with: those of a start, not those of many files (src/files.ts).
v8.setFlagsFromString = () => undefined;

vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    const file = options.filename.replace(/cjs$/, `${process.version}-${process.platform}-${process.arch}.cache`);
    if (!existsSync(file)) process.on('exit', () => writeFileSync(file, this.createCachedData()));
  }
};

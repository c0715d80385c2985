'use strict';
// Preloaded by build/code-cache.ts: when the program ends, writes V8's code of every part that it has loaded and that has
// no cache yet.
const { existsSync, writeFileSync } = require('node:fs');
const vm = require('node:vm');

vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    const file = options.filename.replace(/cjs$/, `${process.versions.v8}-${process.arch}.cache`);
    if (!existsSync(file)) process.on('exit', () => writeFileSync(file, this.createCachedData()));
  }
};

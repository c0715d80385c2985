'use strict';
// In the place of Node's modules that only options of the command line need: a web worker has none.
module.exports = {};

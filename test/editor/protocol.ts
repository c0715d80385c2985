/**
 * The library of the protocol. It is required, because the names that a CommonJS module exports again are not found where
 * hooks load modules, as in tests of the bundle.
 */
import { createRequire } from 'node:module';
import type * as Common from 'vscode-languageserver';
import type * as OnNode from 'vscode-languageserver/node';

const require = createRequire(import.meta.url);

export const {
  AbstractMessageReader,
  AbstractMessageWriter,
  CancellationTokenSource,
  createConnection,
  DiagnosticSeverity,
  DiagnosticTag,
  FileChangeType,
  WorkspaceDiagnosticRequest,
} = require('vscode-languageserver') as typeof Common;

export const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } =
  require('vscode-languageserver/node') as typeof OnNode;

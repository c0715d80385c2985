/** The library of the protocol, on Node. */
export {
  AbstractMessageReader,
  AbstractMessageWriter,
  CancellationTokenSource,
  createConnection,
  DiagnosticSeverity,
  DiagnosticTag,
  FileChangeType,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver';
export { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';

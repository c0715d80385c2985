/** Stands in for the extension for YAML: shows an error, as that does, at each line that says `# also a fault for YAML`. */
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  const found = vscode.languages.createDiagnosticCollection('other');
  const read = (document) => {
    const lines = document.getText().split('\n');
    const faulty = lines.flatMap((line, index) => (line.includes('# also a fault for YAML') ? [index] : []));
    const diagnostics = faulty.map((index) => new vscode.Diagnostic(document.lineAt(index).range, 'a fault'));
    for (const each of diagnostics) each.source = 'YAML';
    found.set(document.uri, diagnostics);
  };
  subscriptions.push(
    found,
    vscode.workspace.onDidChangeTextDocument(({ document }) => read(document)),
  );
};

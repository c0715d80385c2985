import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const console = 'The streams belong to src/cli.ts: return the text instead.';

const withoutTrace = [
  {
    from: 'file',
    path: 'src/ansible/template/markers.ts',
    name: ['BadExpression', 'Exhausted', 'Raised', 'TemplateSyntaxError', 'Tripped'],
  },
  { from: 'file', path: 'src/ansible/deployments/edits/edit-task.ts', name: 'Unsettled' },
];

export default defineConfig(
  { ignores: ['dist/', 'dist.*/', 'src/generated/', 'fixtures/', '.cache/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-useless-default-assignment': 'off',
      // What comes from a file may hold any character, and what goes to a terminal may not.
      'no-control-regex': 'off',
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'MemberExpression[property.name="only"][object.name="test"]', message: 'Run every test.' },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'rules/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-globals': ['error', { name: 'console', message: console }],
      'no-restricted-properties': ['error', { object: 'process', property: 'exit', message: 'Set process.exitCode.' }],
    },
  },
  {
    // What ends the evaluation of a template or an edit has no stack trace, which would cost more than the evaluation.
    files: ['src/ansible/**/*.ts'],
    rules: { '@typescript-eslint/only-throw-error': ['error', { allow: withoutTrace }] },
  },
  {
    // The one place that ends the process, once all is written.
    files: ['src/cli.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // The readers index within bounds that they have just checked, once for each character.
    files: ['src/source/yaml/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // Tests and tools may say what they know, and read what others wrote.
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: { process: 'readonly', __dirname: 'readonly', __filename: 'readonly' } },
  },
  {
    files: ['build/comment.mjs'],
    languageOptions: { globals: { fetch: 'readonly', AbortSignal: 'readonly' } },
  },
  {
    // Drives a page of a browser.
    files: ['test/editors/vscode.mjs'],
    languageOptions: {
      globals: { console: 'readonly', fetch: 'readonly', setTimeout: 'readonly' },
    },
  },
);

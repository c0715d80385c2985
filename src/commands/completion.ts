/**
 * `stacklint completion SHELL`: the script by which a shell completes command lines.
 *
 * The scripts know nothing about the command line: `stacklint completion candidates -- WORD ...` tells them the
 * candidates for the last word, one on a line with its meaning after a tab. `:file` and `:folder` ask for the shell's
 * own.
 */
import { CannotCheck } from '../ground/cannot-check.ts';
import { oneOf } from './arguments.ts';
import type { Given } from './arguments.ts';
import { said } from './command.ts';
import type { CommandOutcome } from './command.ts';
import type { Shell } from './command-line.ts';
import { candidates } from './completion-candidates.ts';

const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Readline counts what follows `=` as a word of its own, so the whole words are taken from the line.
  bash: `_stacklint() {
  local line=\${COMP_LINE:0:COMP_POINT} words word start='' candidate
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  word=\${words[\${#words[@]} - 1]}
  [[ $COMP_WORDBREAKS == *=* ]] && start=\${word%"\${word##*=}"}
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    case $candidate in
      :file | :folder)
        compopt -o filenames 2> /dev/null
        [[ $candidate == :file ]] && set -- -f || set -- -d
        while IFS= read -r candidate; do
          COMPREPLY+=("$candidate")
        done < <(compgen "$1" -- "\${word##*=}")
        ;;
      *) COMPREPLY+=("\${candidate#"$start"}") ;;
    esac
  done < <(stacklint completion candidates -- "\${words[@]:1}" 2> /dev/null)
}
complete -F _stacklint stacklint
`,
  zsh: `#compdef stacklint
_stacklint() {
  local line
  local -a described
  for line in "\${(@f)$(stacklint completion candidates -- "\${(@Q)words[2,CURRENT]}" 2> /dev/null)}"; do
    case $line in
      :file) compset -P '*='; _files ;;
      :folder) compset -P '*='; _files -/ ;;
      ?*) described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( $#described )) && _describe stacklint described
}
if [[ $funcstack[1] == _stacklint ]]; then _stacklint "$@"; else compdef _stacklint stacklint; fi
`,
  fish: `function __stacklint_candidates
    set -l word (commandline -ct)
    set -l words (commandline -opc) $word
    set -l start (string match -r -- '^.*=' $word)
    for line in (stacklint completion candidates -- $words[2..] 2> /dev/null)
        switch $line
            case :file
                string replace -r -- '^' "$start" (__fish_complete_path (string replace -r -- '^.*=' '' $word))
            case :folder
                string replace -r -- '^' "$start" (__fish_complete_directories (string replace -r -- '^.*=' '' $word))
            case '*'
                echo $line
        end
    end
end
complete -c stacklint -f -a '(__stacklint_candidates)'
`,
};

/** Prints the script for a shell; or, as the scripts ask, the candidates for a word. */
export async function completion({ words: [shell, ...words] }: Given): Promise<CommandOutcome> {
  const shells = Object.keys(SCRIPTS) as readonly Shell[];
  if (shell === undefined)
    throw new CannotCheck(`stacklint completion needs the name of a shell: ${shells.join(', ')}`);
  if (shell !== 'candidates') return said(SCRIPTS[oneOf('shell', shell, shells)]);
  const lines = (await candidates(words)).map((candidate) => {
    if (typeof candidate === 'string') return `:${candidate}\n`;
    const { word, meaning = '' } = candidate;
    return `${word}\t${meaning}\n`;
  });
  return said(lines.join(''));
}

/** Shell completion. The scripts of the shells call `bandeja __complete WORDS`, which lists what the last word can become. */
import type { Command } from 'commander';
import { firstSentence, valuesOf } from './options.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Printed instead of a list where the name of a file is expected. */
const FILES = ':files';

interface Candidate {
  readonly word: string;
  readonly description: string;
}

/**
 * What the last word can become: a line per candidate, with a tab before its description.
 * @param typed the words after `bandeja`; the last one may be empty
 */
export function completionLines(program: Command, typed: readonly string[]): string {
  const current = typed.at(-1) ?? '';
  const candidates = candidatesOf(program, typed.slice(0, -1), current);
  if (candidates === FILES) return `${FILES}\n`;
  return candidates
    .filter(({ word }) => word.startsWith(current))
    .map(({ word, description }) => `${word}\t${firstSentence(description)}\n`)
    .join('');
}

function candidatesOf(program: Command, before: readonly string[], current: string): Candidate[] | typeof FILES {
  const command = before.reduce<Command>(
    (group, word) => group.commands.find((one) => one.name() === word) ?? group,
    program,
  );
  const [assigned, value] = /^(--[\w-]+=)/.exec(current) ?? [];
  const options = command.createHelp().visibleOptions(command);
  const valued = options.find(({ long, required, optional }) => {
    return (required || optional) && long === (assigned === undefined ? before.at(-1) : assigned.slice(0, -1));
  });
  if (valued !== undefined) {
    if (valued.flags.includes('<file>')) return FILES;
    return valuesOf(valued).map((one) => ({ word: `${value ?? ''}${one}`, description: '' }));
  }
  if (current.startsWith('-')) {
    return options.flatMap(({ long, description }) => (long == null ? [] : { word: long, description }));
  }
  const [argument] = command.registeredArguments;
  const below = command.createHelp().visibleCommands(command);
  // `import` takes a file, and has a command below it.
  const isCommand = argument === undefined || (current !== '' && below.some((one) => one.name().startsWith(current)));
  if (isCommand && below.length > 0) return below.map((one) => ({ word: one.name(), description: one.description() }));
  if (/\bfile$/.test(argument?.name() ?? '')) return FILES;
  return (argument?.argChoices ?? []).map((word) => ({ word, description: '' }));
}

/** The script that connects a shell to `bandeja __complete`. */
export const completionScripts: Readonly<Record<Shell, string>> = {
  // Bash treats ":" and "=" as ends of words, and expects only what follows them.
  bash: `# Completion of bandeja for bash
_bandeja() {
  local line=\${COMP_LINE:0:COMP_POINT} found word
  local -a typed
  read -ra typed <<< "$line"
  [[ $line == *[[:space:]] ]] && typed+=('')
  word=\${typed[\${#typed[@]}-1]}
  mapfile -t found < <("\${typed[0]}" __complete "\${typed[@]:1}" 2> /dev/null)
  if [[ \${found[0]} == '${FILES}' ]]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "\${word##*=}")
  else
    COMPREPLY=("\${found[@]%%$'\\t'*}")
    [[ $word == *[:=]* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${word%"\${word##*[:=]}"}"}")
  fi
}
complete -F _bandeja bandeja
`,
  zsh: `#compdef bandeja
# Completion of bandeja for zsh
_bandeja() {
  local -a found described
  found=("\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  if [[ $found[1] == '${FILES}' ]]; then
    _files
    return
  fi
  for line in $found; do described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); done
  _describe bandeja described
}
compdef _bandeja bandeja
`,
  fish: `# Completion of bandeja for fish
function __bandeja_complete
    set -l found (bandeja __complete (commandline -opc)[2..-1] (commandline -ct) 2> /dev/null)
    if test "$found[1]" = '${FILES}'
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $found
    end
end
complete -c bandeja -f -a '(__bandeja_complete)'
`,
};

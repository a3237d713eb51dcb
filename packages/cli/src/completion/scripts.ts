/** Scripts that teach a shell the words of the command line. */
import type { CommandWords } from './words.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export function completionScript(shell: Shell, words: readonly CommandWords[]): string {
  return { bash, zsh, fish }[shell](words);
}

/** A text as one word of bash, zsh and fish. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const namesOf = (words: readonly { readonly name: string }[]): string => words.map(({ name }) => name).join(' ');

/** Names of commands, each with those before it, as alternatives of a `case`. */
const pathsOf = (words: readonly CommandWords[]): string =>
  words.flatMap(({ path }) => (path === '' ? [] : quoted(path))).join('|');

/** What is said after an option that takes a value. */
function valueCases(words: readonly CommandWords[], say: (values: readonly string[]) => string, files: string): string {
  return words
    .flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(
          ({ name, values, takesFile }) =>
            `    ${quoted(`${path} ${name}`)}) ${takesFile ? files : say(values)}; return ;;\n`,
        ),
    )
    .join('');
}

/**
 * Words are read from the line itself, since bash splits `write:matches` at its colon, and gives back what follows the colon alone.
 */
function bash(words: readonly CommandWords[]): string {
  const reply = (list: string): string => `COMPREPLY=($(compgen -W ${quoted(list)} -- "$cur"))`;
  const files = 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))';
  const cases = words.map(({ path, commands, options, takesFile, argumentValues }) => {
    const others = takesFile ? files : reply([namesOf(commands), ...argumentValues].join(' ').trim());
    return `    ${quoted(path)}) if [[ $cur == -* ]]; then ${reply(namesOf(options))}; else ${others}; fi ;;\n`;
  });
  return `# Completion of bandeja for bash, made by: bandeja completion bash
_bandeja_reply() {
  local cur=$1 prev=$2 where=$3
  case "$where $prev" in
${valueCases(words, (values) => (values.length === 0 ? 'COMPREPLY=()' : reply(values.join(' '))), files)}  esac
  case "$where" in
${cases.join('')}  esac
}
_bandeja() {
  local line=\${COMP_LINE:0:COMP_POINT} where='' word cur prev
  local -a typed
  read -ra typed <<< "$line"
  [[ $line == *[[:space:]] ]] && typed+=('')
  COMPREPLY=()
  for word in "\${typed[@]:1:\${#typed[@]}-2}"; do
    case "$where $word" in
      ${pathsOf(words)}) where="$where $word" ;;
    esac
  done
  cur=\${typed[\${#typed[@]}-1]} prev=\${typed[\${#typed[@]}-2]}
  if [[ $cur == --*=* ]]; then prev=\${cur%%=*} cur=\${cur#*=}; fi
  _bandeja_reply "$cur" "$prev" "$where"
  if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
    COMPREPLY=("\${COMPREPLY[@]#"\${cur%"\${cur##*:}"}"}")
  fi
}
complete -F _bandeja bandeja
`;
}

function zsh(words: readonly CommandWords[]): string {
  const described = (list: readonly { readonly name: string; readonly description: string }[]): string =>
    list.map(({ name, description }) => quoted(`${name.replaceAll(':', '\\:')}:${description}`)).join(' ');
  const cases = words.map(({ path, commands, options, takesFile, argumentValues }) => {
    const values = argumentValues.length === 0 ? '' : ` compadd -- ${argumentValues.map(quoted).join(' ')};`;
    const others = takesFile ? ' _files;' : commands.length === 0 ? values : ` found=(${described(commands)});`;
    return `    ${quoted(path)}) if [[ $cur == -* ]]; then found=(${described(options)}); else${others || ' :;'} fi ;;\n`;
  });
  return `#compdef bandeja
# Completion of bandeja for zsh, made by: bandeja completion zsh
_bandeja() {
  local where='' word cur=\${words[CURRENT]} prev=\${words[CURRENT-1]}
  local -a found
  for word in \${words[2,CURRENT-1]}; do
    case "$where $word" in
      ${pathsOf(words)}) where="$where $word" ;;
    esac
  done
  case "$where $prev" in
${valueCases(words, (values) => (values.length === 0 ? ':' : `compadd -- ${values.map(quoted).join(' ')}`), '_files')}  esac
  case "$where" in
${cases.join('')}  esac
  (( \${#found} )) && _describe 'bandeja' found
}
compdef _bandeja bandeja
`;
}

function fish(words: readonly CommandWords[]): string {
  const at = (path: string): string => `-n ${quoted(`test (__bandeja_where) = "x${path}"`)}`;
  const lines = words.flatMap(({ path, commands, options, takesFile, argumentValues }) => [
    ...commands.map(
      ({ name, description }) => `complete -c bandeja ${at(path)} -a ${quoted(name)} -d ${fishQuoted(description)}\n`,
    ),
    ...options.map(({ name, description, takesValue, values, takesFile: isFile }) => {
      const value = !takesValue ? '' : isFile ? ' -r -F' : ` -x -a ${quoted(values.join(' '))}`;
      return `complete -c bandeja ${at(path)} -l ${name.slice(2)}${value} -d ${fishQuoted(description)}\n`;
    }),
    ...(takesFile ? [`complete -c bandeja ${at(path)} -F\n`] : []),
    ...(argumentValues.length > 0 ? [`complete -c bandeja ${at(path)} -a ${quoted(argumentValues.join(' '))}\n`] : []),
  ]);
  const paths = words.flatMap(({ path }) => (path === '' ? [] : quoted(`x${path}`))).join(' ');
  return `# Completion of bandeja for fish, made by: bandeja completion fish
function __bandeja_where
    set -l where x
    for word in (commandline -opc)[2..-1]
        if contains -- "$where $word" ${paths}
            set where "$where $word"
        end
    end
    echo $where
end
complete -c bandeja -f
${lines.join('')}`;
}

const fishQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

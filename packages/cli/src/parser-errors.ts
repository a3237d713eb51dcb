/** The errors of the parser in the words of the other errors. */
const WORDINGS: readonly (readonly [error: RegExp, wording: string])[] = [
  [/^option '(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s, '$1 $2: $3'],
  [/^option '(--[\w-]+).*' argument missing$/, '$1 needs a value.'],
  [/^required option '(.*)' not specified$/, 'Give $1.'],
  [/^option '(--[\w-]+).*' cannot be used with option '(--[\w-]+).*'$/, '$1 and $2 exclude each other.'],
  [/^unknown option '(.*?)'\n?(?:\((.*)\))?$/s, 'Unknown option $1. $2'],
  [/^unknown command '(.*?)'\n?(?:\((.*)\))?$/s, 'Unknown command “$1”. $2'],
  [/^missing required argument '(.*)'$/, 'Give the argument <$1>.'],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/s,
    'The $2 cannot be “$1”. Choose one of: $3.',
  ],
  [/^too many arguments for '(.*)'\. Expected 0 arguments but got \d+\.$/, '“$1” takes options only, no other text.'],
  [/^too many arguments for '(.*)'\. Expected (\d+ arguments?) but got (\d+)\.$/, '“$1” takes $2, not $3.'],
];

/** An error of the parser, as the command prints its own. */
export function parserErrorText(text: string): string {
  const error = text.trimEnd().replace(/^error: /, '');
  const [found, wording] = WORDINGS.find(([pattern]) => pattern.test(error)) ?? [];
  return `bandeja: ${found === undefined ? error : error.replace(found, wording ?? '').trimEnd()}\n`;
}

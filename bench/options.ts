/** Command line options of benches and drills. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { print } from './figures.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

const HELP = { help: { type: 'boolean', default: false } } as const satisfies Options;

type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ readonly options: O & typeof HELP; readonly allowNegative: true }>
>['values'];

/** Parses the options of this process. With `--help` it prints the help and exits. */
export function readOptions<const O extends Options>(help: string, options: O): Values<O> {
  const { values } = parseArgs({ allowNegative: true, options: { ...options, ...HELP } });
  const { help: isHelp }: { readonly help?: boolean } = values;
  if (isHelp === true) {
    print(help);
    process.exit(0);
  }
  return values as Values<O>;
}

/**
 * Parses a list such as `ingest,reads`. Without a list it returns all known names.
 * @throws if a name is unknown.
 */
export function namesOf<Name extends string>(list: string | undefined, known: readonly Name[]): Name[] {
  if (list === undefined) return [...known];
  return list.split(',').map((given) => {
    const name = known.find((one) => one === given);
    if (name === undefined) throw new Error(`"${given}" is unknown; the names are ${known.join(', ')}`);
    return name;
  });
}

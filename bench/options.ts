/** How benches read their options: with `--help` beside them. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { print } from './figures.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

const OF_ALL = { help: { type: 'boolean', default: false } } as const satisfies Options;

/** The option of a bench that has a run which only shows that it works. */
export const SMOKE = { type: 'boolean', default: false } as const;

type Values<O extends Options> = ReturnType<
  typeof parseArgs<{ readonly options: O & typeof OF_ALL; readonly allowNegative: true }>
>['values'];

/** The options of this process, by name. Asked for help it tells that and ends. */
export function readOptions<const O extends Options>(help: string, options: O): Values<O> {
  const { values } = parseArgs({ allowNegative: true, options: { ...options, ...OF_ALL } });
  const { help: isHelp }: { readonly help?: boolean } = values;
  if (isHelp === true) {
    print(help);
    process.exit(0);
  }
  return values as Values<O>;
}

/**
 * Those of the rows that `--only` names, or all where it is not given.
 * @throws where it names one that is not there.
 */
export function onlyAsked<Row extends { readonly name: string }>(
  rows: readonly Row[],
  only: readonly string[] | undefined,
): Row[] {
  const names = rows.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only "${unknown}": there are ${names.join(', ')}`);
  return rows.filter(({ name }) => only?.includes(name) ?? true);
}

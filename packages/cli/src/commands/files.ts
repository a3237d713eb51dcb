import { writeFile } from 'node:fs/promises';
import { InvalidArgumentError, type Option } from 'commander';
import type { Client, Query } from '../api/client.ts';
import { collect } from '../collections.ts';
import { type Call, option, withValues } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { STANDARD_INPUT, textOfBytes, wholeText } from '../import/file-text.ts';
import { objectOf } from '../json-value.ts';

/** The text of a file that a command line names; `-` is standard input. @throws {CommandFailure} if it is empty. */
export async function wholeFile<O extends object>({ context }: Call<O>, file: string, holds: string): Promise<string> {
  const { input } = context.terminal;
  const isInput = file === STANDARD_INPUT;
  const text = isInput ? (await collect(textOfBytes(input, 'standard input'))).join('') : await wholeText(file);
  if (text.trim() === '') throw wrongUse(`The file is empty; it should hold ${holds}.`);
  return text;
}

/** The same, which holds JSON. @throws {CommandFailure} if it does not. */
export async function jsonFile<O extends object>(call: Call<O>, file: string, holds: string): Promise<unknown> {
  const text = await wholeFile(call, file, holds);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrongUse(`${file}: this is not JSON; it should hold ${holds}.`, { cause: error });
  }
}

/** Options of commands that can write their answer as a picture. */
export interface PictureOptions {
  readonly svg?: string;
  readonly theme?: string;
}

export const pictureOptions: readonly Option[] = [
  option('--svg <file>', 'write it as a picture into this file (“-” for standard output)'),
  withValues(option('--theme <theme>', 'of the picture: auto (the viewer’s choice), light or dark', theme), [
    'auto',
    'light',
    'dark',
  ]),
];

/**
 * Whether `--svg` asks for a picture.
 * @param forms options, as commander names them, that only a picture or only a text takes, beside those of every picture.
 * @throws {CommandFailure} if one of them is given with the other form, since it would be ignored.
 */
export function wantsPicture(
  options: PictureOptions,
  forms: { readonly pictureOnly?: readonly string[]; readonly textOnly?: readonly string[] } = {},
): boolean {
  const isPicture = options.svg !== undefined;
  const others = isPicture ? ['json', ...(forms.textOnly ?? [])] : ['theme', ...(forms.pictureOnly ?? [])];
  const ignored = others.find((name) => objectOf(options)[name] !== undefined);
  if (ignored === undefined) return isPicture;
  throw wrongUse(isPicture ? `--${ignored} does not go with --svg.` : `--${ignored} goes with --svg.`);
}

/** Writes a picture into the file of `--svg`. */
export async function writePicture<O extends object>(
  call: Call<O & PictureOptions>,
  client: Client,
  path: string,
  query: Query = {},
): Promise<void> {
  const { svg = STANDARD_INPUT, theme: chosen } = call.options;
  const { body } = await client.request('GET', path, { query: { ...query, theme: chosen }, wants: 'picture' });
  if (svg === STANDARD_INPUT) return call.context.terminal.out(String(body));
  try {
    await writeFile(svg, String(body));
  } catch (error) {
    const { code } = objectOf(error);
    throw wrongUse(`--svg ${svg}: the file cannot be written (${String(code)}).`, { cause: error });
  }
  call.note(`The picture is in ${svg}.`);
}

function theme(text: string): string {
  if (['auto', 'light', 'dark'].includes(text)) return text;
  throw new InvalidArgumentError('Must be auto, light or dark.');
}

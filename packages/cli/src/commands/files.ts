import { writeFile } from 'node:fs/promises';
import type { Option } from 'commander';
import type { Call } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { inputFile, localFile, STANDARD_INPUT, wholeText } from '../import/local-file.ts';
import { choice, option } from '../options.ts';

/** The text of a file that a command line names; `-` is standard input. @throws {CommandFailure} if it is empty. */
export async function wholeFile<O extends object>({ context }: Call<O>, file: string, holds: string): Promise<string> {
  const { input } = context.terminal;
  const text = await wholeText(file === STANDARD_INPUT ? inputFile(input) : await localFile(file));
  if (text.trim() === '') throw wrongUse(`The file is empty; it should hold ${holds}.`);
  return text;
}

/** The same, which holds JSON. @throws {CommandFailure} if it does not. */
export async function jsonFile<O extends object>(call: Call<O>, file: string, holds: string): Promise<unknown> {
  return parseJson(await wholeFile(call, file, holds), file, holds);
}

/** Parses the text of a file. @throws {CommandFailure} if it is not JSON. */
export function parseJson(text: string, file: string, holds: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrongUse(`${file}: this is not JSON; it should hold ${holds}.`, { cause: error });
  }
}

/** Options of commands that can write their answer as a picture. */
export interface PictureOptions {
  readonly svg?: string;
  readonly theme?: 'auto' | 'light' | 'dark';
}

export const pictureOptions: readonly Option[] = [
  option('--svg <file>', 'Write a picture to this file (“-” for standard output)'),
  choice('--theme <theme>', 'The theme of the picture; “auto” follows the viewer', ['auto', 'light', 'dark']),
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
  const ignored = others.find((name) => Reflect.get(options, name) !== undefined);
  if (ignored === undefined) return isPicture;
  throw wrongUse(isPicture ? `--${ignored} does not go with --svg.` : `--${ignored} goes with --svg.`);
}

/** Writes a picture into the file of `--svg`. */
export async function writePicture<O extends object>(
  call: Call<O & PictureOptions>,
  picture: PromiseLike<string>,
): Promise<void> {
  const { svg = STANDARD_INPUT } = call.options;
  const text = await picture;
  if (svg === STANDARD_INPUT) return call.context.terminal.out(text);
  try {
    await writeFile(svg, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw wrongUse(`--svg ${svg}: the file cannot be written (${code}).`, { cause: error });
  }
  call.note(`The picture is in ${svg}.`);
}

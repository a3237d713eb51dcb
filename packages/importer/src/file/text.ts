import { fileFault } from '../message.ts';
import { brokenWord } from './broken-text.ts';
import { decode } from './code-pages.ts';

export interface EncodingChoice {
  readonly encoding: string;
  /** A word of the file that shows it. */
  readonly example: string;
}

/**
 * Decodes a file: UTF-16 by its mark, UTF-8 if all bytes fit it, else Windows-1252 if that gives words. Drops the byte order mark, and turns
 * every line end into a line feed so that lines can be counted.
 * @param chosen the encoding that a person has chosen; null: it is recognized
 * @returns also the encodings among which a person decides; none if it is certain
 * @throws {ImportFault} for a file that is not text, or whose bytes are damaged
 */
export function decodeText(bytes: Uint8Array, name: string, chosen: string | null) {
  const known = chosen ?? markedEncoding(bytes, name) ?? (decode(bytes, 'utf-8') === null ? null : 'utf-8');
  if (known === null) refuseDamaged(bytes, name);
  const encoding = known ?? WESTERN;
  const text = decode(bytes, encoding);
  if (text === null) throw fileFault('file.damaged_bytes', { name });
  return { text: text.replaceAll(/\r\n?/g, '\n'), encoding, choices: known === null ? choicesOf(bytes) : [] };
}

/** The encodings that the console offers, as `TextDecoder` and the reader call them. */
export const encodings =
  'utf-8 windows-1252 windows-1254 ibm850 ibm437 windows-1250 windows-1251 windows-1253 windows-1255 windows-1256 iso-8859-2 koi8-r ibm866 macintosh'.split(
    ' ',
  );

const WESTERN = 'windows-1252';
const CANDIDATES = ['windows-1254', 'ibm850', 'ibm437', 'macintosh', 'windows-1250', 'windows-1251', 'koi8-r'];

/** Letters of Icelandic in Windows-1252, and of Turkish in Windows-1254: the same bytes. */
const ICELANDIC = /[ÐÝÞðýþ]/;

/** The encodings in which the bytes may be words. Empty if only Windows-1252 gives words. */
function choicesOf(bytes: Uint8Array): readonly EncodingChoice[] {
  const western = decode(bytes, WESTERN) ?? '';
  const words = western.split(WORD_ENDS);
  const isBroken = brokenWord(western) !== null;
  const place = words.findIndex((word) => (isBroken ? brokenWord(word) !== null : ICELANDIC.test(word)));
  if (place < 0) return [];
  const found: EncodingChoice[] = isBroken ? [] : [{ encoding: WESTERN, example: words[place] ?? '' }];
  const seen = new Set<string>(isBroken ? [] : [western]);
  for (const encoding of isBroken ? CANDIDATES : ['windows-1254']) {
    const text = readingIn(bytes, encoding);
    if (text === null || seen.has(text)) continue;
    seen.add(text);
    found.push({ encoding, example: text.split(WORD_ENDS)[place] ?? '' });
  }
  return found;
}

/** Blanks and delimiters: they are the same bytes in all of these encodings. */
const WORD_ENDS = /[\s/;,"]+/;

/** The text in an encoding; null if it is not words. */
function readingIn(bytes: Uint8Array, encoding: string): string | null {
  const text = decode(bytes, encoding);
  if (text === null || brokenWord(text) !== null || /\p{Ll}\p{Lu}{2}|\p{Ll}\p{Lu}(?!\p{L})/u.test(text)) return null;
  return /[^\0-\x7f\p{L}\p{M}ºª°€–—‘’“”«»¿¡·\u00a0]/u.test(text) ? null : text;
}

/** Bytes without a character in Windows-1252. Code pages of DOS have letters there. */
const UNUSED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Refuses UTF-8 with some bytes that are none: in a file of Windows-1252 hardly any bytes look like UTF-8 by chance. */
function refuseDamaged(bytes: Uint8Array, name: string): void {
  const lenient = new TextDecoder('utf-8').decode(bytes);
  const broken = lenient.match(/\ufffd/g)?.length ?? 0;
  const beyondAscii = lenient.match(/[^\0-\x7f]/g)?.length ?? 0;
  const isOfDos = bytes.some((byte) => UNUSED.has(byte)) && choicesOf(bytes).length > 0;
  if (beyondAscii > 2 * broken || (bytes.some((byte) => UNUSED.has(byte)) && !isOfDos))
    throw fileFault('file.unknown_encoding', { name });
}

function markedEncoding(bytes: Uint8Array, name: string): string | null {
  const hex = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex.startsWith('fffe')) return 'utf-16le';
  if (hex.startsWith('feff')) return 'utf-16be';
  if (['89504e47', 'ffd8ff', '47494638', '25504446'].some((mark) => hex.startsWith(mark)))
    throw fileFault('file.picture', { name });
  if (hex.startsWith('504b0304')) throw fileFault('file.packed', { name });
  if (hex.startsWith('d0cf11e0')) throw fileFault('file.old_excel', { name });
  return null;
}

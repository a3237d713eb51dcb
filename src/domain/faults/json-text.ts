/**
 * Where a piece of JSON ends that begins at a place of a text (RFC 8259). Nothing is made of the piece. Each function throws
 * a SyntaxError where `JSON.parse` would.
 */

const SPACE = 0x20;
export const QUOTE = 0x22;
const PLUS = 0x2b;
export const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
export const COLON = 0x3a;
export const LIST_OPEN = 0x5b;
const BACKSLASH = 0x5c;
export const LIST_CLOSE = 0x5d;
const LOWER_A = 0x61;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_U = 0x75;
export const OBJECT_OPEN = 0x7b;
export const OBJECT_CLOSE = 0x7d;

const SHORT_LENGTH_MAX = 32;

const literals = ['null', 'true', 'false'] as const;
/** What follows a backslash, and what the two stand for. */
const escapes: ReadonlyMap<number, string> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([one, meant]) => [one.charCodeAt(0), meant],
  ),
);

export function endOfSpace(text: string, start: number): number {
  let at = start;
  // Past the end of the text a code is NaN, which is neither less nor more than anything.
  for (let code = text.charCodeAt(at); code <= SPACE; code = text.charCodeAt(at)) {
    if (code !== SPACE && code !== 0x0a && code !== 0x0d && code !== 0x09) throw noJson(at);
    at += 1;
  }
  return at;
}

/** The end of a character that has to come next, after white space. */
export function endOf(character: number, text: string, start: number): number {
  const at = endOfSpace(text, start);
  if (text.charCodeAt(at) !== character) throw noJson(at);
  return at + 1;
}

export function endOfString(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) throw noJson(start);
  let at = endOfPlain(text, start + 1);
  while (text.charCodeAt(at) !== QUOTE) at = endOfPlain(text, lastOfEscape(text, at) + 1);
  return at + 1;
}

/** Where the next quotation mark or backslash stands in a string. */
function endOfPlain(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH) return at;
    if (!(code >= SPACE)) throw noJson(at);
  }
}

function lastOfEscape(text: string, start: number): number {
  const code = text.charCodeAt(start + 1);
  if (escapes.has(code)) return start + 1;
  if (code !== LOWER_U || !(codeUnitAt(text, start + 2) >= 0)) throw noJson(start);
  return start + 5;
}

/** The code unit that four hexadecimal digits name; NaN if they are none. */
function codeUnitAt(text: string, start: number): number {
  let unit = 0;
  for (let at = start; at < start + 4; at += 1) unit = unit * 16 + hexValue(text.charCodeAt(at));
  return unit;
}

function hexValue(digit: number): number {
  if (isDigit(digit)) return digit - ZERO;
  // The bit makes a capital a small letter.
  const letter = digit | 0x20;
  return letter >= LOWER_A && letter <= LOWER_F ? letter - LOWER_A + 10 : Number.NaN;
}

/** What the string says that begins at `start`, if it has no escapes. */
export function plainTextAt(text: string, start: number): string | null {
  const end = endOfPlain(text, start + 1);
  return text.charCodeAt(end) === QUOTE ? text.slice(start + 1, end) : null;
}

/** What a string says. For short ones `JSON.parse` would take three times as long. */
export function textOfString(string: string): string {
  if (string.length > SHORT_LENGTH_MAX) return JSON.parse(string);
  let said = '';
  let at = 1;
  for (let end = endOfPlain(string, at); ; end = endOfPlain(string, at)) {
    if (end > at) said += string.slice(at, end);
    const code = string.charCodeAt(end + 1);
    if (Number.isNaN(code)) return said;
    said += code === LOWER_U ? String.fromCharCode(codeUnitAt(string, end + 2)) : escapes.get(code);
    at = end + (code === LOWER_U ? 6 : 2);
  }
}

export function endOfScalar(text: string, start: number): number {
  const code = text.charCodeAt(start);
  if (code === QUOTE) return endOfString(text, start);
  if (code === MINUS || isDigit(code)) return endOfNumber(text, start);
  const literal = literals.find((one) => text.startsWith(one, start));
  if (literal === undefined) throw noJson(start);
  return start + literal.length;
}

function endOfNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === MINUS ? start + 1 : start;
  at = text.charCodeAt(at) === ZERO ? at + 1 : endOfDigits(text, at);
  // Most numbers end with a comma.
  if (text.charCodeAt(at) === COMMA) return at;
  if (text.charCodeAt(at) === DOT) at = endOfDigits(text, at + 1);
  // The bit makes an E an e.
  if ((text.charCodeAt(at) | 0x20) !== LOWER_E) return at;
  const sign = text.charCodeAt(at + 1);
  return endOfDigits(text, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  if (at === start) throw noJson(at);
  return at;
}

/** The end of the name of a field and of the colon after it. */
function endOfName(text: string, start: number): number {
  return endOf(COLON, text, endOfString(text, endOfSpace(text, start)));
}

/** What closes the lists and objects around a place, from the outermost on. Pushing to an array takes ten times as long. */
let closings = new Uint8Array(1_024);

/** The end of any value, which may be nested deeper than the stack. */
export function endOfValue(text: string, start: number): number {
  return endOfValueWithin(text, start, 0);
}

/** The end of the object around a field, whose name begins at a place. */
export function endOfFields(text: string, start: number): number {
  closings[0] = OBJECT_CLOSE;
  return endOfValueWithin(text, endOfName(text, start), 1);
}

/** The end of what is around a value in so many layers, or of the value itself if there are none. */
function endOfValueWithin(text: string, start: number, layers: number): number {
  let depth = layers;
  for (let at = start; ; ) {
    at = endOfSpace(text, at);
    const closing = closingOf(text.charCodeAt(at));
    if (closing === null) at = endOfScalar(text, at);
    else {
      at = endOfSpace(text, at + 1);
      if (text.charCodeAt(at) !== closing) {
        if (depth === closings.length) closings = grown(closings);
        closings[depth] = closing;
        depth += 1;
        if (closing === OBJECT_CLOSE) at = endOfName(text, at);
        continue;
      }
      at += 1;
    }
    // A value has ended, and what is around it may end with it.
    for (; depth > 0; depth -= 1) {
      at = endOfSpace(text, at);
      if (text.charCodeAt(at) === COMMA) break;
      if (text.charCodeAt(at) !== closings[depth - 1]) throw noJson(at);
      at += 1;
    }
    if (depth === 0) return at;
    at = closings[depth - 1] === OBJECT_CLOSE ? endOfName(text, at + 1) : at + 1;
  }
}

function closingOf(opening: number): number | null {
  if (opening === LIST_OPEN) return LIST_CLOSE;
  return opening === OBJECT_OPEN ? OBJECT_CLOSE : null;
}

function grown(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length);
  larger.set(bytes);
  return larger;
}

/** The error for a text that is no JSON at this character. */
export function noJson(at: number): SyntaxError {
  return new SyntaxError(`the text is no JSON at character ${at}`);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

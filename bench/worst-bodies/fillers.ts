/** What a body can be filled with until it has its full size. */

/** The text of the `index`-th piece. `own` is the JSON of what stands in the place in a right body. */
type Piece = (index: number, own: string) => string;

/** Takes a place in the body: an opening, as many pieces as fit, and a closing. */
export interface Filler {
  readonly name: string;
  /** `value` stands in place of a value, `members` are added to an object, `items` to a list. */
  readonly kind: 'value' | 'members' | 'items';
  readonly open: string;
  readonly piece: Piece;
  /** Written between pieces. */
  readonly between: string;
  readonly close: string;
  /** For what is nested: written once for each piece, before `close`. */
  readonly closePiece: string;
}

const short = (index: number): string => index.toString(36);

/** What lists hold, and unknown or repeated members. */
const values: Readonly<Record<string, Piece>> = {
  zeros: () => '0',
  nulls: () => 'null',
  'numbers past a double': () => '1e400',
  'long numbers': (index) => `${index}.123456789012345678901234567890e-10`,
  'empty texts': () => '""',
  'distinct texts': (index) => `"${short(index)}"`,
  'texts with U+0000': () => '"\\u0000"',
  'lone surrogates': () => '"\\ud800"',
  'empty lists': () => '[]',
  'empty objects': () => '{}',
  'objects with keys of their own': (index) => `{"${short(index)}":0}`,
  'objects with numbers as keys': (index) => `{"${index}":0}`,
  'objects with two keys': (index) => `{"${short(index % 1000)}":0,"${short(index)}":[]}`,
  'lists of lists': () => '[[[[]]]]',
  'right values': (_, own) => own,
  'right values in lists': (_, own) => `[${own}]`,
  'the field set wrongly': (index, own) => `{"a":${own},"${short(index % 50)}":0}`,
};

const listOf = (name: string, piece: Piece): Filler => ({
  name: `a list of ${name}`,
  kind: 'value',
  open: '[',
  piece,
  between: ',',
  close: ']',
  closePiece: '',
});

const itemsOf = (name: string, piece: Piece): Filler => ({
  ...listOf(name, piece),
  name: `items: ${name}`,
  kind: 'items',
  open: '',
  close: '',
});

const membersOf = (name: string, piece: Piece): Filler => ({
  name: `members: ${name}`,
  kind: 'members',
  open: '',
  piece,
  between: ',',
  close: '',
  closePiece: '',
});

const textOf = (name: string, piece: Piece): Filler => ({
  name: `a text of ${name}`,
  kind: 'value',
  open: '"',
  piece,
  between: '',
  close: '"',
  closePiece: '',
});

const nested = (name: string, open: string, close: string): Filler => ({
  name: `nested ${name}`,
  kind: 'value',
  open: '',
  piece: () => open,
  between: '',
  close: open.endsWith('[') ? '' : '0',
  closePiece: close,
});

const keys: Readonly<Record<string, Piece>> = {
  'keys of their own': (index) => `"${short(index)}":0`,
  'keys with U+0000': (index) => `"\\u0000${short(index)}":0`,
  'keys with lone surrogates': (index) => `"\\ud800${short(index)}":0`,
  'keys to escape': (index) => `"~/${short(index)}":0`,
  'keys of 500 characters': (index) => `"${short(index).padStart(500, 'k')}":0`,
  'keys of 100 characters in three bytes': (index) => `"${'€'.repeat(100)}${short(index)}":0`,
  'numbers as keys': (index) => `"${index}":0`,
  'scattered numbers as keys': (index) => `"${4_294_967_294 - index * 7}":0`,
  'one key again and again': () => '"a":0',
  '__proto__ again and again': () => '"__proto__":{}',
  'keys with lists': (index) => `"${short(index)}":[]`,
  'keys with objects': (index) => `"${short(index)}":{}`,
};

export const fillers: readonly Filler[] = [
  ...Object.entries(values).flatMap(([name, piece]) => [listOf(name, piece), itemsOf(name, piece)]),
  ...Object.entries(keys).map(([name, piece]) => membersOf(name, piece)),
  // A right field again and again: the last one counts.
  membersOf('a known field again', (_, own) => own),
  textOf('letters', () => 'x'),
  textOf('capitals', () => 'Aa'),
  textOf('three bytes', () => '€'),
  textOf('four bytes', () => '🎾'),
  textOf('escapes', () => '\\n'),
  textOf('U+0000', () => '\\u0000'),
  textOf('lone surrogates', () => '\\ud800'),
  textOf('digits', () => '7'),
  textOf('dots', () => 'a.'),
  nested('lists', '[', ']'),
  nested('objects', '{"a":', '}'),
  nested('objects in lists', '[{"":', '}]'),
  nested('objects with two keys', '{"a":0,"b":', '}'),
  nested('lists of two', '[0,', ']'),
  { name: 'white space', kind: 'value', open: '', piece: () => ' ', between: '', close: '0', closePiece: '' },
];

/** The text of a filler that takes up so many bytes at most. */
export function filled(filler: Filler, own: string, bytes: number): string {
  const pieces: string[] = [];
  let left = bytes - Buffer.byteLength(filler.open + filler.close);
  for (let index = 0; ; index += 1) {
    const piece = filler.piece(index, own);
    left -= Buffer.byteLength(piece) + filler.between.length + filler.closePiece.length;
    if (left < 0) break;
    pieces.push(piece);
  }
  return filler.open + pieces.join(filler.between) + filler.close + filler.closePiece.repeat(pieces.length);
}

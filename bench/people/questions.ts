/** What people ask for, by kind. The names are those of `names.ts`. */

export interface Question {
  /** The query of `GET /v1/players`, or of `GET /v1/players/search` where it is a `prefix`. */
  readonly query: Readonly<Record<string, string>>;
  readonly isPrefix?: boolean;
  /** How many pages to go on by cursor before it is asked. */
  readonly pages?: number;
}

const each = (...texts: string[]): Question[] => texts.map((q) => ({ query: { q } }));

export const QUESTIONS: Readonly<Record<string, readonly Question[]>> = {
  'no q': [{ query: {} }],
  'no q, page 40 by cursor': [{ query: {}, pages: 40 }],
  'no q, offset 10,000': [{ query: { offset: '10000' } }],
  'a rare word': each('xabeperi', 'quiurta', 'bredalha', 'Ødegaardsen'),
  'a common given name': each('marta', 'María', 'josé', 'zoe'),
  'a common family name': each('garcía', 'moreno', 'zorrilla', 'rossi'),
  'a common name in another script': each('иванов', 'мария', 'محمد', '王伟'),
  'three letters': each('gar', 'mar', 'zor', 'ива', 'ber'),
  'two letters': each('ma', 'jo', 'zo', 'xa', 'ив', 'مح', '12'),
  'one letter and another': each('a b', 'm z', 'и м'),
  'two common words': each('maria garcia', 'garcía lópez', 'lucas moreno', 'ana mart', 'zoe vega', 'marta vidal'),
  'two short words': each('ma ga', 'jo lo', 'zo ve', 'мар ива', 'ma 99'),
  'two common words that nobody has': each('мария garcía', 'rossi иванов', '王 marta', 'ma иванов'),
  'a rare and a common word': each('maria xabeperi', 'quiurta ga', 'ma zzz', 'garcía quibepe'),
  'three common words': each('maria garcia lopez', 'ana martin perez', 'jo an ga'),
  'no match': each('zzzz', 'yqx', 'wkwk', 'жжж'),
  'the beginning of a username': each('marta.gar', 'carmenx', 'padel37', 'b-dara'),
  'the fiftieth page of a common word': [
    { query: { q: 'garcia' }, pages: 50 },
    { query: { q: 'ma' }, pages: 50 },
  ],
  'a common word, offset 10,000': [{ query: { q: 'ma', offset: '10000' } }],
  'in a roster of all': ['', 'marta', 'garcia lopez', 'zzzz'].map((q) => ({
    query: { roster: 'members', ...(q === '' ? {} : { q }) },
  })),
  'in a roster of 200': ['', 'ma', 'zzzz'].map((q) => ({ query: { roster: 'ladder', ...(q === '' ? {} : { q }) } })),
  'among public usernames': ['ma', 'mart', 'padel', 'zzz'].map((q) => ({ query: { q }, isPrefix: true })),
};

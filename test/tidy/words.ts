/** Words and phrases that readers had to decode, and what to write instead. CONTRIBUTING.md says how we write. */

export interface Phrase {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

export const PHRASES: readonly Phrase[] = [
  {
    name: 'stands',
    pattern:
      /\b(?:stands?|stood|standing) (?:in|for|at|as|on|by|beside|here|there|alone|before|after|still|between)\b/giu,
    instead: 'is, is stored, is listed',
  },
  {
    name: 'lies',
    pattern: /\b(?:lies?|lay) (?:in|on|at|beside|before|after|behind|between|within|there|here|further|under)\b/giu,
    instead: 'is, is stored',
  },
  {
    name: 'so many, so long',
    pattern: /\bso (?:many|long|much|few|often)\b/giu,
    instead: 'name it: batch size, timeout',
  },
  { name: 'told, tells', pattern: /\b(?:told|tells?|telling)\b/giu, instead: 'reported, returned, shown' },
  {
    name: 'says of data',
    pattern:
      /\b(?:row|rows|column|table|file|database|system|index|answer|response|header|event|field|value|plan|cursor|it|they) says?\b/giu,
    instead: 'contains, returns, shows',
  },
  { name: 'said', pattern: /\bsaid\b/giu, instead: 'reported, sent, contained' },
  { name: 'whom', pattern: /\bwhom\b/giu, instead: 'name the noun: the players that …' },
  { name: 'whoever', pattern: /\b(?:whoever|whomever|whosoever)\b/giu, instead: 'name the noun' },
  { name: 'nobody but', pattern: /\b(?:nobody|no one|nothing|none)\b[^.;]{0,40}\bbut\b/giu, instead: 'only X' },
  {
    name: 'what as a noun',
    pattern: /(?:^|[.:;,(] )what (?:is|was|are|were|has|had|comes?|came|stays?|goes|happens|makes?)\b/gimu,
    instead: 'name the noun and give it a verb',
  },
  {
    name: 'relative clause as subject',
    pattern: /(?:^|[.:;] )who (?:is|was|has|had|are|were|does|did|comes?|plays?|played)\b(?![^.]*\?)/gimu,
    instead: 'a player who …, a partner that …',
  },
  { name: 'by itself', pattern: /\bby (?:itself|themselves)\b/giu, instead: 'alone; or drop it' },
  {
    name: 'as it is',
    pattern: /\bas (?:it is|they are|it was|they were)\b(?! (?:in|at|now|for|sent|written))/giu,
    instead: 'unchanged',
  },
  { name: 'of its own', pattern: /\bof (?:its|their|his|her) own\b/giu, instead: 'its own' },
  { name: 'anew', pattern: /\banew\b/giu, instead: 'again' },
  { name: 'meanwhile', pattern: /\bmeanwhile\b/giu, instead: 'drop it, or name the moment' },
  {
    name: 'is no',
    pattern:
      /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|later\b|earlier\b|larger\b|smaller\b|longer\b|other\b|such\b|one\b)/giu,
    instead: "isn't a, there is no",
  },
  { name: 'also if', pattern: /\b(?:also if|and be it|be it)\b/giu, instead: 'even if' },
  {
    name: 'has X be done',
    pattern:
      /\bha(?:s|ve) (?:\w+ ){1,3}(?:be )?(?:done|made|looked up|sent|written|read|run)\b(?! (?:by|since|before|in|at|for))/giu,
    instead: 'makes X do, triggers',
  },
  {
    name: 'court and post office',
    pattern: /\b(?:verdicts?|judg(?:e|es|ed|ement|ements|ing))\b/giu,
    instead: 'decision, check, result',
  },
];

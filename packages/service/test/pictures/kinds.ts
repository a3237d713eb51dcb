/** The kinds of pictures that the service draws, for the tests and the drill of all of them. */
import fc from 'fast-check';
import { type Language, languages } from '../../src/messages/languages.ts';
import { cardSvg } from '../../src/pictures/card/card-picture.ts';
import { progressSvg, progressWidths } from '../../src/pictures/progress/progress-picture.ts';
import { recapSvg } from '../../src/pictures/recap/recap-picture.ts';
import { cardOf, emptyCard, fullCard, inLanguage, NOW } from './card.ts';
import { anyCard } from './generated-cards.ts';
import { anyProgress, aSeason, progressOf } from './progress.ts';
import { anySession, emptySession, namesOf, sessionOf } from './sessions.ts';

export interface Kind {
  readonly name: string;
  /** Any picture of the kind. */
  readonly any: fc.Arbitrary<string>;
  /** Some that a person should look at. */
  readonly sheet: readonly string[];
  readonly sheetWidth: number;
}

const anyLanguage = fc.constantFrom(...languages);
/** The languages in turn. */
const languageAt = (index: number): Language => languages[index % languages.length] ?? 'en';

const SHEET_NAMES = [
  'Maximiliana Fernández de la Vega y Montes de Oca',
  'محمد عبد الرحمن',
  'דוד בן־גוריון',
  'Ελένη Παπαδοπούλου',
  'Александра Щербакова',
  '李小龙',
  'Ana 🎾🏆',
  'Wolfeschlegelsteinhausenbergerdorff',
  '李'.repeat(80),
  'W'.repeat(80),
];

export const kinds: readonly Kind[] = [
  {
    name: 'card',
    any: anyCard.map(({ card, language }) => cardSvg(card, { theme: 'auto', language }, NOW)),
    sheet: [fullCard, emptyCard, ...SHEET_NAMES.map(cardOf)].map((card, index) =>
      cardSvg(inLanguage(card, languageAt(index)), { theme: 'auto', language: languageAt(index) }, NOW),
    ),
    sheetWidth: 1376,
  },
  {
    name: 'progress',
    any: fc
      .tuple(anyProgress, fc.constantFrom(...progressWidths), anyLanguage)
      .map(([progress, width, language]) => progressSvg(progress, { width, theme: 'auto', language }, NOW)),
    sheet: [
      progressOf('Ana García', aSeason(60)),
      progressOf('Ana García', [1533]),
      progressOf('Ana García', []),
      progressOf('Maximiliana Fernández de la Vega y Montes de Oca', [1533, 1561]),
      progressOf('محمد عبد الرحمن', aSeason(12)),
      progressOf('李小龙', aSeason(220), { days: 1.5 }),
    ].flatMap((progress, index) =>
      progressWidths.map((width) => progressSvg(progress, { width, theme: 'auto', language: languageAt(index) }, NOW)),
    ),
    sheetWidth: 1024,
  },
  {
    name: 'recap',
    any: fc.tuple(anySession, anyLanguage).map(([session, language]) => recapSvg(session, { theme: 'auto', language })),
    sheet: [
      sessionOf(namesOf(8)),
      sessionOf(namesOf(24)),
      sessionOf(SHEET_NAMES),
      sessionOf(namesOf(4), { venue: 'Club Deportivo Municipal de Pádel y Tenis Nuestra Señora del Rosario' }),
      emptySession,
      sessionOf(namesOf(64)),
    ].map((session, index) => recapSvg(session, { theme: 'auto', language: languageAt(index) })),
    sheetWidth: 1536,
  },
];

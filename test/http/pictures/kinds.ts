/** The kinds of pictures that the service draws, for the tests and the drill of all of them. */
import type fc from 'fast-check';
import { cardSvg } from '../../../src/http/pictures/index.ts';
import { cardOf, emptyCard, fullCard, NOW } from './card.ts';
import { anyCard } from './generated-cards.ts';

export interface Kind {
  readonly name: string;
  /** Any picture of the kind. */
  readonly any: fc.Arbitrary<string>;
  /** Some that a person should look at. */
  readonly sheet: readonly string[];
  readonly sheetWidth: number;
}

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
    any: anyCard.map((card) => cardSvg(card, 'auto', NOW)),
    sheet: [fullCard, emptyCard, ...SHEET_NAMES.map(cardOf)].map((card) => cardSvg(card, 'auto', NOW)),
    sheetWidth: 1376,
  },
];

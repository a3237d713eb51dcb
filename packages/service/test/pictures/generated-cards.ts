/** Cards with names, scores and counts of every kind that the service can answer with. */

import type { Card, CardWindow } from '@bandeja/contract/card';
import { confidenceLevels } from '@bandeja/rating';
import fc from 'fast-check';
import { catalog } from '../../src/messages/catalog/catalog.ts';
import { exampleTexts } from '../../src/messages/examples.ts';
import { formatText, type MessageCode } from '../../src/messages/format.ts';
import { type Language, languages } from '../../src/messages/languages.ts';
import { anasMatch, fullCard } from './card.ts';
import { hostileName } from './names.ts';

const count = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom(0, 1, 999, 99_999));
const change = fc.oneof(fc.integer({ min: -90, max: 90 }), fc.constantFrom(0, -3000, 3000));

const someDraws = fc.constantFrom(0, 0, 0, 2, 40);
const window: fc.Arbitrary<CardWindow> = fc
  .tuple(count, someDraws, count, change)
  .map(([wins, draws, losses, service_score_change]) => ({
    matches: wins + draws + losses,
    wins,
    draws,
    losses,
    win_rate: null,
    service_score_change,
  }));

const sets = fc.constantFrom('6-4 7-5', '7-6 6-7 7-6 6-7 13-11', '24-18', '6-0 6-0', '', '101-99', '0-1');
const match = fc
  .record({
    others: fc.tuple(hostileName, hostileName, hostileName),
    sets,
    won: fc.boolean(),
    delta: fc.option(fc.integer({ min: -400, max: 400 })),
    outcome: fc.constantFrom('played', 'retired', 'walkover'),
    played_at: fc.constantFrom('2026-11-09T20:00:00.000Z', '2019-12-28T20:00:00.000Z'),
  })
  .map(({ others, sets: scores, won, delta, outcome, played_at }) => ({
    ...anasMatch(others, scores, won, delta, outcome),
    played_at,
  }));

const results = fc.array(fc.constantFrom('W' as const, 'D' as const, 'L' as const), { maxLength: 10 });
const form: fc.Arbitrary<Card['form']> = fc
  .tuple(results, fc.constantFrom(1, 2, 12, 12_345), fc.constantFrom('hot', 'mixed', 'cold', 'new'))
  .map(([all, length, label]) => ({
    results: all,
    streak: all[0] === undefined ? null : { result: all[0], length },
    label,
  }));

const consistency: fc.Arbitrary<Card['consistency']> = fc.record({
  value: fc.option(fc.integer({ min: 0, max: 100 })),
  label: fc.constantFrom('very_steady', 'steady', 'changeable', 'streaky', 'new'),
  sample: count,
});

/** Every headline that there is, in each of its forms. */
const headlineCodes = (Object.keys(catalog) as MessageCode[]).filter((code) => /^(?:insight|headline)\./.test(code));
const headlineIn = (language: Language): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...headlineCodes.flatMap((code) => exampleTexts(code, language))),
    fc.constantFrom('Pneumonoultramicroscopicsilicovolcanoconiosis'),
    hostileName.map((teammate) =>
      formatText(language, 'insight.teammate', { teammate, games_in_100: 12, compared: 'fewer', matches: 1200 }),
    ),
  );

/** A card in a language. */
export interface SpokenCard {
  readonly card: Card;
  readonly language: Language;
}

export const anyCard: fc.Arbitrary<SpokenCard> = fc.constantFrom(...languages).chain(anyCardIn);

function anyCardIn(language: Language): fc.Arbitrary<SpokenCard> {
  return cardIn(language).map((card) => ({ card, language }));
}

const cardIn = (language: Language): fc.Arbitrary<Card> =>
  fc
    .record({
      name: hostileName,
      username: fc.oneof(
        fc.constantFrom('ana', 'm'.repeat(40), 'maria.del-carmen_garcia'),
        fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,38}[a-z0-9]$/),
      ),
      country: fc.option(fc.constantFrom('ES', 'MW')),
      score: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.constantFrom(0, 3000)),
      percentile: fc.option(fc.constantFrom(0, 73, 100)),
      level: fc.constantFrom(...confidenceLevels),
      matches: count,
      uncertainty: fc.integer({ min: 20, max: 400 }),
      status: fc.constantFrom('settled' as const, 'settling' as const),
      windows: fc.tuple(window, window, window),
      form,
      consistency,
      headline: headlineIn(language),
      last: fc.array(match, { maxLength: 5 }),
    })
    .map((any) => ({
      ...fullCard,
      player: { ...fullCard.player, display_name: any.name, username: any.username, country_code: any.country },
      rating: {
        ...fullCard.rating,
        service_score: any.score,
        percentile: any.percentile,
        confidence_level: any.level,
        confidence_label: formatText(language, `confidence.${any.level}`, {}),
        matches_played: any.matches,
        uncertainty: any.uncertainty,
        rating_status: any.status,
      },
      windows: { '7d': any.windows[0], '30d': any.windows[1], '90d': any.windows[2] },
      form: any.form,
      consistency: any.consistency,
      headline_insight: { code: 'serve', text: any.headline, values: {}, sample: 40 },
      last_matches: any.last.map((one) => ({
        ...one,
        participants: one.participants.map((who, slot) => (slot === 0 ? { ...who, username: any.username } : who)),
      })),
    }));

/** What people talk about after the session: the best pair, who won furthest above what was expected, the biggest upset, the closest match. */

import type { PictureTexts } from '../picture-texts.ts';
import { box, text } from '../svg.ts';
import { cutTo, sentencesOf } from '../text.ts';
import { heading, INNER, MARGIN, type Section } from './poster.ts';
import { type PosterSession, sidesOf } from './poster-session.ts';

/** Two matches together are chance. */
const PAIR_PLAYED_MIN = 3;

/** A player who won fewer matches than this beyond what was expected is not praised. */
const BEYOND_MIN = 1;

const ROOM = INNER - 32;
const HEIGHT = 74;
const GAP = 10;

interface Highlight {
  readonly title: string;
  readonly names: readonly string[];
  readonly sentence: (names: readonly string[]) => string;
  readonly facts: string;
}

export function highlightSection(session: PosterSession, texts: PictureTexts): Section[] {
  const highlights = [bestPair, overExpected, upset, closest]
    .map((highlight) => highlight(session, texts))
    .filter((one) => one !== null);
  if (highlights.length === 0) return [];
  const players = session.leaderboard.map(nameOf);
  return [
    {
      height: 26 + highlights.length * (HEIGHT + GAP) - GAP,
      draw: (top) => [
        heading(top, texts.format('poster.highlights', {})),
        ...highlights.flatMap((one, index) => panel(one, players, top + 26 + index * (HEIGHT + GAP))),
      ],
    },
  ];
}

/** @param players the names in the ranking */
function panel({ title, names, sentence, facts }: Highlight, players: readonly string[], top: number): string[] {
  const [line = ''] = sentencesOf([names], sentence, ROOM, 15, 'bold', players);
  return [
    box(MARGIN, top, INNER, HEIGHT, 10, 'soft'),
    box(MARGIN + 1, top + 12, 4, HEIGHT - 24, 2, 'accent'),
    text(MARGIN + 18, top + 21, title, { size: 12, look: 'quiet' }),
    text(MARGIN + 18, top + 42, line, { size: 15, look: 'b' }),
    text(MARGIN + 18, top + 62, cutTo(facts, ROOM, 13), { size: 13 }),
  ];
}

const nameOf = ({ display_name }: { readonly display_name: string }): string => display_name;

type Pair = PosterSession['pairs'][number];

const isAsGood = (one: Pair, other: Pair): boolean =>
  (['played', 'wins', 'draws'] as const).every((what) => (one[what] ?? 0) === (other[what] ?? 0));

/** None where two pairs have the same record: neither is the better one. */
function bestPair({ pairs }: PosterSession, texts: PictureTexts): Highlight | null {
  const [best, next] = pairs.filter(({ played, wins }) => played >= PAIR_PLAYED_MIN && wins > 0);
  if (best === undefined || (next !== undefined && isAsGood(best, next))) return null;
  return {
    title: texts.format('poster.best_pair', {}),
    names: best.players.map(nameOf),
    sentence: (names) => texts.pair(names),
    facts: texts.format('poster.pair_record', { won: best.wins, played: best.played }),
  };
}

function overExpected({ most_over_expected: found }: PosterSession, texts: PictureTexts): Highlight | null {
  if (found === null) return null;
  const { display_name, actual_wins, matches, expected_wins } = found;
  if (actual_wins - expected_wins < BEYOND_MIN) return null;
  return {
    title: texts.format('poster.over_expected', {}),
    names: [display_name],
    sentence: ([name = '']) => name,
    facts: texts.format('poster.over_expected_record', { actual_wins, matches, expected_wins }),
  };
}

function upset({ biggest_upset: found }: PosterSession, texts: PictureTexts): Highlight | null {
  if (found?.players === undefined) return null;
  const sides = sidesOf({ winning_team: found.winning_team ?? null, players: found.players });
  return {
    title: texts.format('poster.biggest_upset', {}),
    names: sides.flat().map(nameOf),
    sentence: (names) => texts.against(names, false),
    facts: texts.upset(found.winner_probability, found.set_scores ?? null),
  };
}

/** Null if the closest match is already shown as the upset. */
function closest(
  { scorelines: { closest: found }, biggest_upset }: PosterSession,
  texts: PictureTexts,
): Highlight | null {
  if (found === null || found.match_id === biggest_upset?.match_id) return null;
  return {
    title: texts.format('poster.closest', {}),
    names: sidesOf(found).flat().map(nameOf),
    sentence: (names) => texts.against(names, found.winning_team === null),
    facts: texts.closest(found.set_scores ?? '', found.winning_team === null),
  };
}

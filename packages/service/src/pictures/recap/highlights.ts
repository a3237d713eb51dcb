/** What people talk about after the session: the biggest upset, who won furthest above what was expected, the best pair, the closest match. */

import { drawable } from '../drawable.ts';
import type { PictureTexts } from '../picture-texts.ts';
import { box, text } from '../svg.ts';
import { isolated } from '../text.ts';
import { type PosterSession, sidesOf } from './poster-session.ts';
import { drawLines, INNER, MARGIN, type Section, unchanged, wholeLines } from './story.ts';

/** Two matches together are chance. */
const PAIR_PLAYED_MIN = 3;

/** A player who won fewer matches than this beyond what was expected is not praised. */
const BEYOND_MIN = 1;

const ROOM = INNER - 96;
const SENTENCE_SETTINGS = [
  [44, 2],
  [38, 3],
  [30, 5],
  [22, 99],
] as const;
const FACTS_SETTINGS = [
  [36, 1],
  [32, 2],
  [28, 99],
] as const;

interface Highlight {
  readonly title: string;
  readonly sentence: string;
  readonly facts: string;
}

/** A panel for each highlight, the most important first. */
export const highlightSections = (session: PosterSession, texts: PictureTexts): Section[] =>
  [upset, overExpected, bestPair, closest].flatMap((highlight) => {
    const found = highlight(session, texts);
    return found === null ? [] : [panel(found)];
  });

function panel({ title, sentence, facts }: Highlight): Section {
  const lines = wholeLines([sentence], ROOM, SENTENCE_SETTINGS, 'bold');
  const below = wholeLines([facts], ROOM, FACTS_SETTINGS);
  const height = 84 + lines.height + below.height + 30;
  return {
    height,
    draw: (top) => [
      box(MARGIN, top, INNER, height, 30, 'soft'),
      box(MARGIN + 3, top + 36, 12, height - 72, 6, 'accent'),
      text(MARGIN + 54, top + 62, title, { size: 36, look: 'quiet' }),
      ...drawLines(lines, MARGIN + 54, top + 80, { look: 'b', dress: unchanged }),
      ...drawLines(below, MARGIN + 54, top + 84 + lines.height, {}),
    ],
  };
}

/** A name that lines do not break. */
const nameOf = ({ display_name }: { readonly display_name: string }): string =>
  isolated(drawable(display_name).replaceAll(' ', '\u00A0'));

type Pair = PosterSession['pairs'][number];

const isAsGood = (one: Pair, other: Pair): boolean =>
  (['played', 'wins', 'draws'] as const).every((what) => (one[what] ?? 0) === (other[what] ?? 0));

/** None in a night of fixed pairs, which ranks them; and where two pairs have the same record: neither is the better one. */
function bestPair({ pairs }: PosterSession, texts: PictureTexts): Highlight | null {
  const [best, next] = pairs.filter(({ played, wins }) => played >= PAIR_PLAYED_MIN && wins > 0);
  if (best === undefined || best.rank != null || (next !== undefined && isAsGood(best, next))) return null;
  return {
    title: texts.format('poster.best_pair', {}),
    sentence: texts.pair(best.players.map(nameOf)),
    facts: texts.format('poster.pair_record', { won: best.wins, played: best.played }),
  };
}

function overExpected({ most_over_expected: found }: PosterSession, texts: PictureTexts): Highlight | null {
  if (found === null) return null;
  const { actual_wins, matches, expected_wins } = found;
  const beyond = actual_wins - expected_wins;
  if (beyond < BEYOND_MIN) return null;
  return {
    title: texts.format('poster.over_expected', {}),
    sentence: nameOf(found),
    facts: texts.format('poster.over_expected_record', { beyond, matches }),
  };
}

function upset({ biggest_upset: found }: PosterSession, texts: PictureTexts): Highlight | null {
  if (found?.players === undefined) return null;
  const sides = sidesOf({ winning_team: found.winning_team ?? null, players: found.players });
  return {
    title: texts.format('poster.biggest_upset', {}),
    sentence: texts.against(sides.flat().map(nameOf), false),
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
    sentence: texts.against(sidesOf(found).flat().map(nameOf), found.winning_team === null),
    facts: texts.closest(found.set_scores ?? '', found.winning_team === null),
  };
}

/** What people talk about after the night: the best pair, the biggest upset, the closest match. */
import { box, text } from '../svg.ts';
import { cutTo, sentencesOf } from '../text.ts';
import { againstWords, closestWords, pairRecordWords, togetherWords, upsetWords } from '../words.ts';
import { type Night, sidesOf } from './night.ts';
import { heading, INNER, MARGIN, type Section } from './poster.ts';

/** Two matches together are chance. */
const PAIR_PLAYED_MIN = 3;

const ROOM = INNER - 32;
const HEIGHT = 74;
const GAP = 10;

interface Highlight {
  readonly title: string;
  readonly names: readonly string[];
  readonly sentence: (names: readonly string[]) => string;
  readonly facts: string;
}

export function highlightSection(night: Night): Section[] {
  const highlights = [bestPair(night), upset(night), closest(night)].filter((one) => one !== null);
  if (highlights.length === 0) return [];
  return [
    {
      height: 26 + highlights.length * (HEIGHT + GAP) - GAP,
      draw: (top) => [
        heading(top, 'Of the night'),
        ...highlights.flatMap((one, index) => panel(one, top + 26 + index * (HEIGHT + GAP))),
      ],
    },
  ];
}

function panel({ title, names, sentence, facts }: Highlight, top: number): string[] {
  const [words = ''] = sentencesOf([names], sentence, ROOM, 15, 'bold');
  return [
    box(MARGIN, top, INNER, HEIGHT, 10, 'soft'),
    box(MARGIN + 1, top + 12, 4, HEIGHT - 24, 2, 'accent'),
    text(MARGIN + 18, top + 21, title, { size: 12, look: 'quiet' }),
    text(MARGIN + 18, top + 42, words, { size: 15, look: 'b' }),
    text(MARGIN + 18, top + 62, cutTo(facts, ROOM, 13), { size: 13 }),
  ];
}

const nameOf = ({ display_name }: { readonly display_name: string }): string => display_name;

function bestPair({ pairs }: Night): Highlight | null {
  const best = pairs.find(({ played, wins }) => played >= PAIR_PLAYED_MIN && wins > 0);
  if (best === undefined) return null;
  return {
    title: 'Best pair',
    names: best.players.map(nameOf),
    sentence: togetherWords,
    facts: pairRecordWords(best.wins, best.played),
  };
}

function upset({ biggest_upset: found }: Night): Highlight | null {
  if (found?.players === undefined) return null;
  const sides = sidesOf({ winning_team: found.winning_team ?? null, players: found.players });
  return {
    title: 'Biggest upset',
    names: sides.flat().map(nameOf),
    sentence: againstWords,
    facts: upsetWords(found.winner_probability, found.set_scores ?? null),
  };
}

function closest({ scorelines: { closest: found } }: Night): Highlight | null {
  if (found === null) return null;
  return {
    title: 'Closest match',
    names: sidesOf(found).flat().map(nameOf),
    sentence: againstWords,
    facts: closestWords(found.set_scores ?? '', found.winning_team === null),
  };
}

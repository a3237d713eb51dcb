/** Invented closed clubs, whose players have known skills: what a first night and many nights do to scores. */
import { createMatchColumns, type Four, type MatchColumns, weightOf, writeMatch } from '@bandeja/rating';
import { createSequence } from '../sequence.ts';

const PLAYERS = 12;
/** Three courts: everybody plays in every round. */
const ROUNDS = 7;
const MATCHES_A_NIGHT = (PLAYERS / 4) * ROUNDS;
const POINTS = 24;
/** Points of a standard match. */
const STD = 120;
const WEEK_MS = 7 * 86_400_000;
const START = Date.UTC(2026, 0, 1);

export interface Clubs {
  readonly matches: MatchColumns;
  readonly playerCount: number;
  /** By player, logits. Players of a club are next to each other. */
  readonly skills: Float64Array;
  readonly playersOfClub: number;
  /** The first row of a night, from 0; nights of all clubs come one after the other. */
  readonly rowOfNight: (night: number) => number;
}

/** Pairs are drawn by lot; a match has 24 points and may end level. */
export function inventClubs({ clubs, nights, seed = 1 }: { clubs: number; nights: number; seed?: number }): Clubs {
  const random = createSequence(seed);
  // The sum of twelve uniform numbers is nearly normal.
  const normal = (): number => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
  const skills = Float64Array.from({ length: PLAYERS * clubs }, normal);
  const matches = createMatchColumns(clubs * nights * MATCHES_A_NIGHT);
  const weight = weightOf({ competitionType: 'social', trustTier: 'partner_attested' });
  let row = 0;
  for (let night = 0; night < nights; night += 1) {
    for (let club = 0; club < clubs; club += 1) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const order = shuffled(PLAYERS, random).map((player) => PLAYERS * club + player);
        for (let court = 0; court < PLAYERS; court += 4) {
          const four = order.slice(court, court + 4) as unknown as Four<number>;
          const won = pointsOf(four, skills, random);
          const isDraw = 2 * won === POINTS;
          const [a, b, c, d] = four;
          writeMatch(matches, row, {
            players: won < POINTS - won || (isDraw && Math.min(c, d) < Math.min(a, b)) ? [c, d, a, b] : four,
            at: START + night * WEEK_MS + round * 900_000,
            units: { won: Math.max(won, POINTS - won), lost: Math.min(won, POINTS - won), std: STD },
            weight,
            length: POINTS / STD,
            result: isDraw ? 0.5 : 1,
          });
          row += 1;
        }
      }
    }
  }
  const rowOfNight = (night: number): number => night * clubs * MATCHES_A_NIGHT;
  return { matches, playerCount: skills.length, skills, playersOfClub: PLAYERS, rowOfNight };
}

/** The points of the first two: each point is won by the chance that follows from the gap. */
function pointsOf([a, b, c, d]: Four<number>, skills: Float64Array, random: () => number): number {
  const skill = (player: number): number => skills[player] as number;
  const chance = 1 / (1 + Math.exp(-(skill(a) + skill(b) - skill(c) - skill(d)) / Math.sqrt(STD)));
  return Array.from({ length: POINTS }, random).filter((one) => one < chance).length;
}

function shuffled(count: number, random: () => number): number[] {
  const order = [...Array(count).keys()];
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order;
}

/** Spearman's rank correlation of two lists without equal numbers, or nearly so. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const ranksOf = (values: readonly number[]): number[] => {
    const order = [...values.keys()].toSorted((a, b) => (values[a] as number) - (values[b] as number));
    const ranks = new Array<number>(values.length);
    for (const [rank, index] of order.entries()) ranks[index] = rank;
    return ranks;
  };
  const [first, second] = [ranksOf(one), ranksOf(other)];
  const squares = first.reduce((sum, rank, at) => sum + (rank - (second[at] as number)) ** 2, 0);
  return 1 - (6 * squares) / (one.length * (one.length ** 2 - 1));
}

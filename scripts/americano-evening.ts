/**
 * An americano evening of eight invented players, played out by chance: the draw, the games in their order, the clock.
 * Everything follows from one seed, so the same evening comes out every time.
 */
import { seeded } from '@bandeja/service/test/support/seeded';

/** A player and what the evening does not know of him. */
interface Player {
  readonly username: string;
  readonly display_name: string;
  readonly country_code: string;
  /** Hidden: how much the player adds to a pair, in logits of winning a game. */
  readonly strength: number;
  /** Hidden: the higher one of a pair takes the left side. */
  readonly leftness: number;
}

export interface EveningMatch {
  readonly round: number;
  readonly court: number;
  /** Minutes since the evening began. */
  readonly startMinute: number;
  readonly durationMinutes: number;
  /** Team A, then team B; the first of each on the left side. */
  readonly teams: readonly [readonly [Player, Player], readonly [Player, Player]];
  readonly gameWinners: readonly ('A' | 'B')[];
  readonly firstServerTeam: 'A' | 'B';
}

export const players: readonly Player[] = [
  { username: 'ines.carvalho', display_name: 'Inês Carvalho', country_code: 'PT', strength: 0.7, leftness: 3 },
  { username: 'tiago_m', display_name: 'Tiago Moreira', country_code: 'PT', strength: 0.3, leftness: 7 },
  { username: 'lucia.v', display_name: 'Lucía Valverde', country_code: 'ES', strength: 0.5, leftness: 6 },
  { username: 'marcosroig', display_name: 'Marcos Roig', country_code: 'ES', strength: 0, leftness: 2 },
  { username: 'carmen-ortega', display_name: 'Carmen Ortega', country_code: 'ES', strength: -0.2, leftness: 5 },
  { username: 'harriet.b', display_name: 'Harriet Blythe', country_code: 'GB', strength: -0.4, leftness: 1 },
  { username: 'owen_pryce', display_name: 'Owen Pryce', country_code: 'GB', strength: 0.1, leftness: 8 },
  { username: 'duarte.nogueira', display_name: 'Duarte Nogueira', country_code: 'PT', strength: -0.7, leftness: 4 },
];

/** How often the serving pair of equals wins a game: about what golden-point padel between amateurs shows. */
const HOLD_CHANCE = 0.63;
const MINUTES_PER_GAME = 2.2;
const CHANGEOVER_MINUTES = 4;
const ROUNDS = 7;

/**
 * The whist table for eight: in seven rounds everyone has everyone as teammate once and as opponent twice. Player 7
 * stays where he is, the numbers of all others grow by one from round to round.
 */
const FIRST_ROUND = [
  [
    [7, 0],
    [5, 1],
  ],
  [
    [2, 3],
    [4, 6],
  ],
] as const;

/** Plays the whole evening. @param seed a whole number; another one gives another evening. */
export function playEvening(seed: number): EveningMatch[] {
  const chance = seeded(seed);
  const matches: EveningMatch[] = [];
  let startMinute = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const courts = FIRST_ROUND.map(([pairA, pairB], index) => {
      const teams = [seat(pairA, round), seat(pairB, round)] as const;
      return { round, court: index + 1, startMinute, teams, ...playSet(teams, chance) };
    });
    matches.push(...courts);
    startMinute += Math.max(...courts.map(({ durationMinutes }) => durationMinutes)) + CHANGEOVER_MINUTES;
  }
  return matches;
}

/** The pair of a round, left side first. */
function seat(pair: readonly [number, number], round: number): readonly [Player, Player] {
  const [one, other] = pair.map((number) => players[number === 7 ? 7 : (number + round - 1) % 7]);
  if (one === undefined || other === undefined) throw new Error('the table names a player who is not there');
  return one.leftness > other.leftness ? [one, other] : [other, one];
}

/** One set to six, two clear, a tie-break at six all: game by game, because the order of games carries most information. */
function playSet(
  [pairA, pairB]: EveningMatch['teams'],
  chance: () => number,
): Pick<EveningMatch, 'gameWinners' | 'firstServerTeam' | 'durationMinutes'> {
  const edgeOfA = (strengthOf(pairA) - strengthOf(pairB)) / 2;
  const firstServerTeam = chance() < 0.5 ? 'A' : 'B';
  const gameWinners: ('A' | 'B')[] = [];
  let [a, b] = [0, 0];
  while (!isOver(a, b)) {
    const isTieBreak = a === 6 && b === 6;
    const serverIsA = (gameWinners.length % 2 === 0) === (firstServerTeam === 'A');
    const serving = isTieBreak ? 0 : Math.log(HOLD_CHANCE / (1 - HOLD_CHANCE)) * (serverIsA ? 1 : -1);
    const winner = chance() < 1 / (1 + Math.exp(-(edgeOfA + serving))) ? 'A' : 'B';
    gameWinners.push(winner);
    if (winner === 'A') a++;
    else b++;
  }
  const minutes = gameWinners.length * MINUTES_PER_GAME + chance() * 4;
  return { firstServerTeam, gameWinners, durationMinutes: Math.round(minutes) };
}

function isOver(a: number, b: number): boolean {
  const [more, fewer] = [Math.max(a, b), Math.min(a, b)];
  return more === 7 || (more === 6 && fewer <= 4);
}

function strengthOf([one, other]: readonly [Player, Player]): number {
  return one.strength + other.strength;
}

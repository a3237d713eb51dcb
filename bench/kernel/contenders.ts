/** Everyone who rates the stream, in the order of the table. */
import { type Options, rate as rateOpenskill, rating } from 'openskill';
import { bradleyTerryFull, thurstoneMostellerFull } from 'openskill/models';
import { type Rating, TrueSkill } from 'ts-trueskill';
import { type MatchColumns, type RatingState, rateMatch, replay, type Units } from '../../src/rating/index.ts';
import type { Stream } from './stream.ts';

/** A way of rating a stream. */
export interface Contender {
  readonly name: string;
  /** Whether its ratings are ours, which are the same to the bit however they are computed. */
  readonly isOurs: boolean;
  /** Rates all matches in order; the answer tells the mean of a player after the last of them. */
  readonly rate: (stream: Stream) => (player: number) => number;
}

/** The whole stream at once, in columns. */
export const kernel: Contender = {
  name: 'Bandeja, replay',
  isOurs: true,
  rate: ({ matches, playerCount }) => {
    const { ratings } = replay(matches, { playerCount });
    return (player) => ratings.mean[player] as number;
  },
};

const kernelWithHistory: Contender = {
  name: 'Bandeja, replay with history',
  isOurs: true,
  rate: ({ matches, playerCount }) => {
    const { ratings } = replay(matches, { playerCount, keepHistory: true });
    return (player) => ratings.mean[player] as number;
  },
};

const singles: Contender = {
  name: 'Bandeja, rateMatch',
  isOurs: true,
  rate: ({ matches, playerCount }) => {
    const { players, at, weight, length } = matches;
    const states = Array.from({ length: playerCount }, (): RatingState | null => null);
    const stateAt = (place: number): RatingState | null => states[players[place] as number] as RatingState | null;
    for (let row = 0, place = 0; row < at.length; row += 1, place += 4) {
      const { after } = rateMatch({
        winners: [stateAt(place), stateAt(place + 1)],
        losers: [stateAt(place + 2), stateAt(place + 3)],
        at: at[row] as number,
        units: unitsAt(matches, row),
        weight: weight[row] as number,
        length: length[row] as number,
      });
      states[players[place] as number] = after[0];
      states[players[place + 1] as number] = after[1];
      states[players[place + 2] as number] = after[2];
      states[players[place + 3] as number] = after[3];
    }
    return (player) => states[player]?.mean ?? 0;
  },
};

function unitsAt({ won, lost, std }: MatchColumns, row: number): Units | null {
  const units = { won: won[row] as number, lost: lost[row] as number, std: std[row] as number };
  return units.won + units.lost > 0 ? units : null;
}

/** Its default model, which is what the library is known by. */
export const plackettLuce: Contender = openskill('Plackett–Luce');

function openskill(model: string, options?: Options): Contender {
  return {
    name: `openskill 5, ${model}`,
    isOurs: false,
    rate: (stream) => foldObjects(stream, rating, (teams) => rateOpenskill(teams, options)),
  };
}

const trueSkill: Contender = {
  name: 'ts-trueskill 5',
  isOurs: false,
  rate: (stream) => {
    // One for all matches; the library's plain `rate` would make one for each.
    const environment = new TrueSkill();
    return foldObjects<Rating>(
      stream,
      () => environment.createRating(),
      (teams) => environment.rate(teams),
    );
  },
};

/** The loop around a library whose players are objects with a mean, `mu`, and whose winners stand first. */
function foldObjects<Skill extends { readonly mu: number }>(
  { matches: { players }, playerCount }: Stream,
  newcomer: () => Skill,
  rateTeams: (teams: [[Skill, Skill], [Skill, Skill]]) => Skill[][],
): (player: number) => number {
  const skills = Array.from({ length: playerCount }, () => newcomer());
  const skillAt = (place: number): Skill => skills[players[place] as number] as Skill;
  for (let place = 0; place < players.length; place += 4) {
    const after = rateTeams([
      [skillAt(place), skillAt(place + 1)],
      [skillAt(place + 2), skillAt(place + 3)],
    ]);
    const [winners, losers] = [after[0] as Skill[], after[1] as Skill[]];
    skills[players[place] as number] = winners[0] as Skill;
    skills[players[place + 1] as number] = winners[1] as Skill;
    skills[players[place + 2] as number] = losers[0] as Skill;
    skills[players[place + 3] as number] = losers[1] as Skill;
  }
  return (player) => skills[player]?.mu ?? Number.NaN;
}

export const contenders: readonly Contender[] = [
  kernel,
  kernelWithHistory,
  singles,
  plackettLuce,
  openskill('Bradley–Terry, full', { model: bradleyTerryFull }),
  openskill('Thurstone–Mosteller, full', { model: thurstoneMostellerFull }),
  trueSkill,
];

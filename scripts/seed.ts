/**
 * `npm run seed`: a club with a season, on a service that runs. Its players, nights and results follow from one seed; the last night
 * was yesterday.
 *
 *     node scripts/seed.ts [--url URL] [--token-file FILE] [--name NAME] [--players N] [--nights N]
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Api, Bandeja, BandejaError, BandejaOperator } from '@bandeja/client';
import { scopes } from '@bandeja/contract/account-enums';
import { drawRounds } from '@bandeja/planner';
import { createRandom, shuffled } from '@bandeja/planner/random';

const GIVEN =
  'Adriana Aitor Alba Beatriz Bruno Carla César Clara Diana Diogo Elisa Emma Fábio Gonzalo Helena Hugo Irene Iván Joana Jorge Júlia Laia Leonor Luís Mafalda Manuel Nerea Nuno Olga Pablo';
const FAMILY =
  'Abreu Aguilar Barros Blanco Cardoso Castaño Domingues Esteve Faria Ferrer Garrido Herrera Ibáñez Lacerda Macedo Nogal Oliva Pinheiro Queirós Rivas';

const DAY_MS = 24 * 3_600_000;
const ROUNDS = 7;
const ROUND_MINUTES = 18;
/** A points format, as most clubs play americanos. */
const POINTS = 24;
const PLAYERS_OF_A_NIGHT = 16;

interface Member {
  readonly username: string;
  readonly display_name: string;
  readonly country_code: string;
  /** Hidden from the service: what the player adds to a pair, in logits of winning a point. */
  readonly strength: number;
}

function members(count: number, random: () => number): Member[] {
  const [given, family] = [shuffled(GIVEN.split(' '), random), shuffled(FAMILY.split(' '), random)];
  return Array.from({ length: count }, (_, index) => {
    const [first, last] = [given[index % given.length], family[Math.floor(index / 3) % family.length]];
    const display_name = `${first} ${last}`;
    const username = display_name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replace(' ', '.');
    // The sum of three is bell-shaped.
    const strength = (random() + random() + random() - 1.5) / 3;
    return { username, display_name, country_code: random() < 0.7 ? 'ES' : 'PT', strength };
  });
}

function fail(message: string): never {
  process.stderr.write(`seed: ${message}\n`);
  process.exit(1);
}

function tokenIn(path: string): string {
  if (!existsSync(path))
    fail(`There is no ${path}. Give the operator token's file (--token-file), or BANDEJA_OPERATOR_TOKEN.`);
  return readFileSync(path, 'utf8').trim();
}

/** The matches of a night. @param at the time of its first round, in ms since 1970 */
function playNight(of: readonly Member[], at: number, random: () => number): Api.MatchSubmission[] {
  const players = of.map((_, index) => ({ number: index + 1, rating: null, fromRound: 1, untilRound: null }));
  const rules = { fixedPairs: [], avoidPairs: [], mexicanoPairing: '1_4', seed: 1 } as const;
  const night = { format: 'americano', players, courts: of.length >> 2, rounds: ROUNDS, ...rules } as const;
  const ref = `americano-${new Date(at).toISOString().slice(0, 10)}`;
  return drawRounds(night, [], []).flatMap(({ round, courts }) =>
    courts.map(({ court, teamA, teamB }) => {
      const seats = [...teamA, ...teamB].map((number) => of[number - 1] as Member);
      const [a1, a2, b1, b2] = seats.map(({ strength }) => strength) as [number, number, number, number];
      const chance = 1 / (1 + Math.exp(b1 + b2 - a1 - a2));
      const points = Array.from({ length: POINTS }, () => random() < chance).filter(Boolean).length;
      return {
        external_ref: `${ref}-r${round}-c${court}`,
        session_external_ref: ref,
        played_at: new Date(at + (round - 1) * ROUND_MINUTES * 60_000).toISOString(),
        trust_tier: 'partner_attested',
        competition_type: 'social',
        venue_label: options.name,
        winning_team: points * 2 === POINTS ? null : points * 2 > POINTS ? 'A' : 'B',
        participants: seats.map(({ username }, seat) => ({ username, team: seat < 2 ? 'A' : 'B' })),
        set_scores: [{ set_number: 1, team_a_games: points, team_b_games: POINTS - points }],
      };
    }),
  );
}

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    'token-file': { type: 'string', default: 'data/operator-token' },
    name: { type: 'string', default: 'Club Ribera' },
    players: { type: 'string', default: '60' },
    nights: { type: 'string', default: '26' },
  },
});
const { BANDEJA_OPERATOR_TOKEN = '' } = process.env;
const tokenOf = BANDEJA_OPERATOR_TOKEN === '' ? options['token-file'] : 'BANDEJA_OPERATOR_TOKEN';
const operatorToken = BANDEJA_OPERATOR_TOKEN || tokenIn(tokenOf);
const operator = new BandejaOperator({ baseUrl: options.url, operatorToken });
const partners = await Array.fromAsync(operator.partners.list()).catch((error: unknown) => {
  if (!(error instanceof BandejaError)) throw error;
  fail(error.code === 'invalid_credentials' ? `${tokenOf}: ${error.message}` : error.message);
});
if (partners.some(({ name }) => name === options.name))
  fail(`${options.url} has ${options.name} already. Seed another service (--url), or delete the data of this one.`);
const { id } = await operator.partners.create({ name: options.name, plan: 'enterprise' });
const { key } = await operator.keys.issue(id, { name: 'Seed', scopes: [...scopes] });
const { invitation } = await operator.people.add(id, { display_name: 'Manager', role: 'manager' });
const client = new Bandeja({ baseUrl: options.url, key });

const random = createRandom(1);
const club = members(Number(options.players), random);
const players = club.map(({ strength, ...player }) => ({ ...player, profile_is_public: true, roster_slug: 'club' }));
for await (const { status, error } of client.players.registerAll(players)) {
  if (status !== 'created') fail(`A player is ${status}: ${error?.detail ?? 'another club has registered them'}`);
}
const nights = Number(options.nights);
const lastNight = new Date(Date.now() - DAY_MS).setUTCHours(18, 0, 0, 0);
const matches = Array.from({ length: nights }, (_, index) => {
  const present = shuffled(club, random).slice(0, PLAYERS_OF_A_NIGHT);
  return playNight(present, lastNight - (nights - 1 - index) * 7 * DAY_MS, random);
}).flat();
for await (const { status, error } of client.matches.submitAll(matches)) {
  if (status !== 'created') throw new Error(`a match is ${status}: ${error?.detail}`);
}
process.stdout.write(`${options.name}: ${club.length} players, ${nights} nights, ${matches.length} matches.

Open the console, signed in as its manager (once, within 72 hours):

  ${options.url}/j#${invitation.token}

A key for programs:

  ${key}
`);

/** Random lives of two clubs whose players know each other: everything that a card or an analysis could show. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Caller, Context } from '../../../src/domain/context.ts';
import { Problem } from '../../../src/domain/errors/index.ts';
import { amendMatch, confirmMatch, submitMatches, voidMatch } from '../../../src/domain/matches/index.ts';
import type { AmendmentBody } from '../../../src/domain/matches/schemas.ts';
import { registerPlayer, sharePlayer, updatePlayer } from '../../../src/domain/players/index.ts';
import { rebuildLedger } from '../../../src/domain/rebuild/index.ts';
import { addMember, putRoster, redeemShare, removeMember } from '../../../src/domain/rosters/index.ts';
import { SettlerWork } from '../../../src/domain/settlement/index.ts';
import { type Database, statement } from '../../../src/store/engine/database.ts';
import { insertCalibration } from '../../../src/store/ledger/calibrations.ts';
import { aMatch, four, setsOf } from '../../support/matches.ts';
import { foundPartner, idOf, NOW } from '../ratings/stored-ledger.ts';
import { SideBySide } from './side-by-side.ts';

const DAY_MS = 86_400_000;
const SEATS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Who registers the player of a seat, and whether privately. */
const norte = (seat: number): boolean => seat < 6;
const isPrivate = (seat: number): boolean => seat === 4 || seat === 5 || seat === 6;
/** Whose answers are looked at: public and private ones of both clubs. */
const WATCHED = [0, 4, 6, 7];
const ROSTER = 'known';

type Club = 'norte' | 'sur';

const seats = fc.shuffledSubarray(SEATS, { minLength: 4, maxLength: 4 });
const club = fc.constantFrom<Club>('norte', 'sur');
const seat = fc.constantFrom(...SEATS);
const secret = fc.constantFrom(4, 5, 6);
const index = fc.nat({ max: 30 });
const daysAgo = fc.oneof(
  fc.constantFrom(0, 7, 30, 90),
  fc.integer({ min: 0, max: 120 }),
  fc.double({ min: 0, max: 31, noNaN: true }),
);
const outcome = fc.constantFrom('played', 'played', 'retired', 'walkover');
const sets = fc.constantFrom('6-4 6-3', '6-0 6-0', '7-6 4-6 7-5', '21-11');
const team = fc.constantFrom('A', 'B');

/** What an amendment changes: much of it means nothing to the rating. */
type Amendment =
  | { readonly facts: AmendmentBody }
  | { readonly days: number }
  | { readonly seats: readonly number[] }
  | { readonly side: 'left' | 'right' };

const amendment: fc.Arbitrary<Amendment> = fc.oneof(
  fc.constantFrom('Pista 1', 'Pista 2').map((venue_label) => ({ facts: { venue_label } })),
  fc.constantFrom('social', 'league', 'tournament').map((competition_type) => ({ facts: { competition_type } })),
  sets.map((text) => ({ facts: { set_scores: setsOf(text) } as AmendmentBody })),
  outcome.map((one) => ({ facts: { outcome: one, ...(one === 'walkover' && { set_scores: null }) } })),
  team.map((winning_team) => ({ facts: { winning_team } })),
  fc.constantFrom('left', 'right').map((side) => ({ side })),
  daysAgo.map((days) => ({ days })),
  seats.map((four) => ({ seats: four })),
);

const doing = <W extends string, R extends object>(what: W, rest: { [K in keyof R]: fc.Arbitrary<R[K]> }) =>
  fc.record({ what: fc.constant(what), ...rest }) as unknown as fc.Arbitrary<{ readonly what: W } & R>;

const aStep = fc.oneof(
  { weight: 8, arbitrary: doing('submit', { club, seats, daysAgo, outcome, sets, team, isPending: fc.boolean() }) },
  { weight: 2, arbitrary: doing('confirm', { index }) },
  { weight: 2, arbitrary: doing('void', { index }) },
  { weight: 4, arbitrary: doing('amend', { index, amendment }) },
  { weight: 4, arbitrary: doing('settle', { steps: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: doing('calibrate', { steepness: fc.constantFrom(0.5, 1, 2) }) },
  { weight: 2, arbitrary: doing('rename', { seat, name: fc.constantFrom('Ana', 'Bea', 'Chus') }) },
  { weight: 2, arbitrary: doing('show', { seat, isPublic: fc.boolean() }) },
  { weight: 3, arbitrary: doing('know', { seat: secret, club }) },
  { weight: 2, arbitrary: doing('unknow', { seat: secret, club }) },
  {
    weight: 3,
    arbitrary: doing('wait', { ms: fc.constantFrom(1, 3_600_000, DAY_MS, 7 * DAY_MS, 40 * DAY_MS, -1, -60_000) }),
  },
  {
    weight: 3,
    arbitrary: doing('edge', { index, days: fc.constantFrom(7, 30, 31, 90), ms: fc.constantFrom(-1, 0, 1) }),
  },
);

type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

/** @param stepsMax the most steps of a life */
export const aLife = (stepsMax: number) =>
  fc.record({
    steps: fc.array(aStep, { minLength: stepsMax / 2, maxLength: stepsMax, size: 'max' }),
    // What a change may reach to be settled in its request; the rest is left to the settler, and waits.
    closureMax: fc.constantFrom(0, 1, 1_000),
    rebuildAfter: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.nat({ max: stepsMax }) },
    ),
  });

export type Life = ReturnType<typeof aLife> extends fc.Arbitrary<infer T> ? T : never;

interface Played {
  readonly id: string;
  readonly club: Club;
  readonly seats: readonly number[];
  at: number;
}

const notLatest = statement(
  'test_presents_not_latest',
  `select r.player_id, r.last_played_at from player_ratings r
   where r.last_played_at is distinct from (
     select max(l.played_at) from player_matches pm join match_ratings l on l.match_id = pm.match_id
     where pm.player_id = r.player_id)`,
);

/** Lives are lived one after the other in a database, each with players of its own. */
export class Lives {
  readonly #database: Database;
  readonly #callers: Readonly<Record<Club, Caller>>;
  #now = NOW;
  #lives = 0;
  givenAgain = 0;
  workedOut = 0;

  private constructor(database: Database, callers: Readonly<Record<Club, Caller>>) {
    this.#database = database;
    this.#callers = callers;
  }

  static async open(database: Database): Promise<Lives> {
    const callerOf = async (name: string): Promise<Caller> => ({
      ...(await foundPartner(database, name)),
      plan: 'enterprise',
      suspended: false,
      scopes: [],
    });
    return new Lives(database, { norte: await callerOf('norte'), sur: await callerOf('sur') });
  }

  /** Asks for everything after each step, of a node that keeps and of one that does not. */
  async live({ steps, closureMax, rebuildAfter }: Life): Promise<void> {
    this.#lives += 1;
    const context: Context = { database: this.#database, now: () => this.#now, closureMax };
    const players = await this.#register(context);
    const settler = new SettlerWork(this.#database, () => this.#now, 4);
    const usernames = players.map(({ username }) => username);
    const both = new SideBySide(
      context,
      [this.#callers.norte, this.#callers.sur],
      WATCHED.map((one) => usernames[one] ?? ''),
    );
    await both.assertSame('the beginning');
    const played: Played[] = [];
    for (const [number, step] of steps.entries()) {
      if (number === rebuildAfter) {
        await rebuildLedger(context);
        await both.assertSame('a rebuild');
      }
      try {
        await this.#take(step, context, players, played, settler, both);
      } catch (error) {
        // Whatever a partner may not do changes nothing either.
        if (!(error instanceof Problem)) throw error;
      }
      await both.assertSame(`step ${number}, ${step.what}`);
      await this.#assertPresentsAreLatest(`step ${number}, ${step.what}`);
    }
    this.givenAgain += both.givenAgain;
    this.workedOut += both.workedOut;
  }

  /** Also while ratings are provisional: rankings look nobody up who has not played since. */
  async #assertPresentsAreLatest(after: string): Promise<void> {
    assert.deepEqual(await this.#database.query(notLatest), [], after);
  }

  async #register(context: Context): Promise<{ readonly id: string; readonly username: string }[]> {
    const players = [];
    for (const one of SEATS) {
      const { player } = await registerPlayer(context, norte(one) ? this.#callers.norte : this.#callers.sur, {
        username: `l${this.#lives}-${one}`,
        displayName: null,
        countryCode: null,
        isPublic: !isPrivate(one),
        rosterSlug: null,
      });
      players.push(player);
    }
    for (const caller of Object.values(this.#callers)) await putRoster(context, caller, ROSTER, undefined);
    return players;
  }

  async #take(
    step: Step,
    context: Context,
    players: readonly { readonly id: string; readonly username: string }[],
    played: Played[],
    settler: SettlerWork,
    both: SideBySide,
  ): Promise<void> {
    const playerOf = (one: number) => players[one] ?? assert.fail();
    const ownerOf = (one: number): Caller => (norte(one) ? this.#callers.norte : this.#callers.sur);
    const participants = (four_: readonly number[]) => four(...four_.map(playerOf));
    const instant = (ms: number): string => new Date(Math.floor(ms)).toISOString();
    const match = 'index' in step ? played[step.index % Math.max(played.length, 1)] : undefined;
    switch (step.what) {
      case 'submit': {
        const caller = this.#callers[step.club];
        const at = Math.floor(this.#now - step.daysAgo * DAY_MS);
        const body = aMatch({
          external_ref: `l${this.#lives}-${played.length}-${this.#now}`,
          played_at: instant(at),
          participants: participants(step.seats),
          outcome: step.outcome,
          winning_team: step.team,
          set_scores: step.outcome === 'walkover' ? null : setsOf(step.sets),
          trust_tier: step.isPending ? 'player_confirmed' : 'partner_attested',
        });
        const [result] = await submitMatches(context, [{ caller, body }]);
        if (result?.status !== 'created') return;
        played.push({ id: idOf(caller.partnerId, body), club: step.club, seats: step.seats, at });
        return;
      }
      case 'settle':
        for (let count = 0; count < step.steps; count += 1) {
          // Runs take time, so that partners rest after them.
          this.#now += 2_000;
          await settler.step();
        }
        return;
      case 'calibrate': {
        const found = { steepness: step.steepness, hold_rate: 0.6, matches: 1, service_games: 1 };
        await insertCalibration(this.#database, { ...found, calibrated_at: this.#now, model_version: 'pair-1' });
        return;
      }
      case 'rename': {
        const change = { display_name: step.name, country_code: undefined, profile_is_public: null };
        await updatePlayer(context, ownerOf(step.seat), playerOf(step.seat).username, change);
        return;
      }
      case 'show': {
        const change = { display_name: null, country_code: undefined, profile_is_public: step.isPublic };
        await updatePlayer(context, ownerOf(step.seat), playerOf(step.seat).username, change);
        return;
      }
      case 'know': {
        const caller = this.#callers[step.club];
        if (caller !== ownerOf(step.seat)) {
          const { share_code: code } = await sharePlayer(context, ownerOf(step.seat), playerOf(step.seat).username, 1);
          await redeemShare(context, caller, ROSTER, code);
        } else await addMember(context, caller, ROSTER, playerOf(step.seat).username);
        return;
      }
      case 'unknow':
        await removeMember(context, this.#callers[step.club], ROSTER, playerOf(step.seat).username);
        return;
      case 'wait':
        this.#now += step.ms;
        return;
      case 'edge':
        // To the moment when the match is at the very end of a window or has just left it, within what an answer is kept.
        if (match === undefined) return;
        this.#now = Math.max(this.#now, match.at + step.days * DAY_MS - 60_000);
        await both.assertSame('the last minute');
        this.#now = Math.max(this.#now, match.at + step.days * DAY_MS + step.ms);
        return;
      case 'confirm':
        if (match !== undefined) await confirmMatch(context, this.#callers[match.club], match.id);
        return;
      case 'void':
        if (match !== undefined) await voidMatch(context, this.#callers[match.club], match.id, 'Twice.');
        return;
      case 'amend': {
        if (match === undefined) return;
        const { amendment: change } = step;
        const at = 'days' in change ? Math.floor(this.#now - change.days * DAY_MS) : match.at;
        const named = participants('seats' in change ? change.seats : match.seats);
        const sided = named.map((one, slot) => ({
          ...one,
          ...('side' in change && slot === 0 && { court_position: change.side }),
        }));
        const fields =
          'facts' in change ? change.facts : 'days' in change ? { played_at: instant(at) } : { participants: sided };
        await amendMatch(context, this.#callers[match.club], match.id, fields as AmendmentBody);
        match.at = at;
      }
    }
  }
}

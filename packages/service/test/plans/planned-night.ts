/** A planned night under test: the requests that an organizer and phones send. */
import assert from 'node:assert/strict';
import type { LiveNight } from '@bandeja/contract/live-nights';
import type { EnteredResult, Plan, PlanCourt } from '@bandeja/contract/plans';
import type { Player } from '@bandeja/contract/players';
import { setsOf } from '../support/matches.ts';
import { type Answer, freshName, type ProblemBody, type TestClient, type TestPartner } from '../support/service.ts';

export interface NightOptions {
  readonly players?: number;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A plan in points to 24, in rounds for two courts unless `body` says otherwise. Its seed makes every draw the same. */
export const planBody = (players: readonly Pick<Player, 'username'>[], changes: object = {}) => ({
  format: 'americano',
  players: players.map(({ username }) => ({ username })),
  courts: 2,
  rounds: 7,
  scoring: 'points',
  points_per_match: 24,
  seed: 1,
  ...changes,
});

export class PlannedNight {
  readonly partner: TestPartner;
  readonly ref: string;
  readonly players: readonly Player[];

  constructor(partner: TestPartner, ref: string, players: readonly Player[]) {
    this.partner = partner;
    this.ref = ref;
    this.players = players;
  }

  static async of(partner: TestPartner, { players: count = 8, body = {} }: NightOptions = {}): Promise<PlannedNight> {
    const night = new PlannedNight(partner, freshName('night'), await partner.freshPlayers(count));
    const { status, text } = await night.put(body);
    assert.equal(status, 201, text);
    return night;
  }

  get path(): string {
    return `/v1/sessions/${this.ref}/plan`;
  }

  put(changes: object = {}, client: TestClient = this.partner): Promise<Answer<Plan>> {
    return client.request<Plan>('PUT', this.path, { body: planBody(this.players, changes) });
  }

  async plan(): Promise<Plan> {
    return (await this.partner.request<Plan>('GET', this.path)).body;
  }

  async live(): Promise<LiveNight> {
    return (await this.partner.request<LiveNight>('GET', `/v1/sessions/${this.ref}/live`)).body;
  }

  patch(body: object): Promise<Answer<Plan>> {
    return this.partner.request<Plan>('PATCH', this.path, { body });
  }

  post(action: 'undo' | 'close' | 'reopen', body: object = {}): Promise<Answer<Plan>> {
    return this.partner.request<Plan>('POST', `${this.path}/${action}`, { body });
  }

  open(round: number, body: object = {}): Promise<Answer<Plan>> {
    return this.partner.request<Plan>('POST', `${this.path}/rounds/${round}/open`, { body });
  }

  putRound(round: number, body: object, query: Readonly<Record<string, boolean>> = {}): Promise<Answer<Plan>> {
    return this.partner.request<Plan>('PUT', `${this.path}/rounds/${round}`, { body, query });
  }

  /** The courts of a round, as the plan has them now. */
  async courts(round: number): Promise<readonly PlanCourt[]> {
    return (await this.plan()).rounds[round - 1]?.courts ?? [];
  }

  /** @param score such as `15-9` */
  async enter(
    round: number,
    court: number,
    score: string,
    changes: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer<EnteredResult & ProblemBody>> {
    const lineup = (await this.courts(round)).find((one) => one.court === court);
    return this.send(round, court, {
      seen: null,
      players: { A: lineup?.team_a ?? [1, 2], B: lineup?.team_b ?? [3, 4] },
      set_scores: setsOf(score),
      ...changes,
    });
  }

  send(round: number, court: number, body: object): Promise<Answer<EnteredResult & ProblemBody>> {
    return this.partner.request('PUT', `${this.path}/rounds/${round}/courts/${court}/result`, { body });
  }

  remove(round: number, court: number, body: object = {}): Promise<Answer<ProblemBody>> {
    return this.partner.request('DELETE', `${this.path}/rounds/${round}/courts/${court}/result`, { body });
  }

  /** Opens a round and enters 15–9 on each court. */
  async play(round: number): Promise<void> {
    const { status, text, body } = await this.open(round);
    assert.equal(status, 200, text);
    for (const { court } of body.rounds[round - 1]?.courts ?? []) {
      const entered = await this.enter(round, court, '15-9');
      assert.equal(entered.status, 201, entered.text);
    }
  }
}

/** The numbers on the courts of a round. */
export const seatsOf = (courts: readonly PlanCourt[] | undefined): number[] =>
  (courts ?? []).flatMap(({ team_a, team_b }) => [...team_a, ...team_b]);

/** The lineups of a plan's rounds, to compare. */
export const lineupsOf = ({ rounds }: Plan) =>
  rounds.map(({ courts }) => courts.map(({ court, team_a, team_b }) => [court, ...team_a, ...team_b]));

/** A court for a round by hand. */
export const lineupOf = ({ court, team_a, team_b }: PlanCourt) => ({ court, team_a, team_b });

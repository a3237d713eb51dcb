/** A planned night under test, with links to it. */
import assert from 'node:assert/strict';
import type { IssuedLink } from '@bandeja/contract/links';
import type { Night, NightEntry } from '@bandeja/contract/nights';
import { type NightOptions, PlannedNight } from '../plans/planned-night.ts';
import { setsOf } from '../support/matches.ts';
import { type Answer, freshName, type ProblemBody, type TestClient, type TestPartner } from '../support/service.ts';

/** A phone with a link. */
export class Phone {
  readonly link: IssuedLink;
  readonly client: TestClient;

  constructor(link: IssuedLink, partner: TestPartner) {
    this.link = link;
    this.client = partner.withToken(link.token);
  }

  async night(): Promise<Night> {
    const { status, body, text } = await this.client.request<Night>('GET', '/v1/night');
    assert.equal(status, 200, text);
    return body;
  }

  /** @param players such as `[1, 2, 3, 4]` */
  enter(
    [round, court]: readonly [number, number],
    players: readonly number[],
    score: string,
    seen: number | null = null,
  ): Promise<Answer<NightEntry & ProblemBody>> {
    const body = { seen, players: { A: players.slice(0, 2), B: players.slice(2) }, set_scores: setsOf(score) };
    return this.client.request('PUT', `/v1/night/rounds/${round}/courts/${court}/result`, { body });
  }
}

export class LinkedNight extends PlannedNight {
  static override async of(partner: TestPartner, options: NightOptions = {}): Promise<LinkedNight> {
    const { players = 8, body = {} } = options;
    const night = new LinkedNight(partner, freshName('night'), await partner.freshPlayers(players));
    const { status, text } = await night.put(body);
    assert.equal(status, 201, text);
    return night;
  }

  get links(): string {
    return `/v1/sessions/${this.ref}/links`;
  }

  makeLink(body: object = {}): Promise<Answer<IssuedLink & ProblemBody>> {
    return this.partner.request('POST', this.links, { body: { role: 'score', ...body } });
  }

  async phone(body: object = {}): Promise<Phone> {
    const made = await this.makeLink(body);
    assert.equal(made.status, 201, made.text);
    return new Phone(made.body, this.partner);
  }

  /** The numbers on a court. */
  async seats(round: number, court: number): Promise<number[]> {
    const lineup = (await this.courts(round)).find((one) => one.court === court) ?? assert.fail();
    return [...lineup.team_a, ...lineup.team_b];
  }

  async enterBy(
    phone: Phone,
    round: number,
    court: number,
    score: string,
    seen: number | null = null,
  ): Promise<Answer<NightEntry & ProblemBody>> {
    return phone.enter([round, court], await this.seats(round, court), score, seen);
  }
}

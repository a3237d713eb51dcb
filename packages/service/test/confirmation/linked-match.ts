/** A match that awaits its players, each with a link. */
import assert from 'node:assert/strict';
import type { LinkedMatchView } from '@bandeja/contract/linked-match';
import type { IssuedMatchLink } from '@bandeja/contract/match-links';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { aClub, type Club } from '../support/club.ts';
import type { Answer, FreshPartnerOptions, ProblemBody, TestClient, TestService } from '../support/service.ts';

export class Player {
  readonly link: IssuedMatchLink;
  readonly client: TestClient;

  constructor(link: IssuedMatchLink, client: TestClient) {
    this.link = link;
    this.client = client;
  }

  async page(): Promise<LinkedMatchView> {
    const { status, body, text } = await this.client.request<LinkedMatchView>('GET', '/v1/confirmation');
    assert.equal(status, 200, text);
    return body;
  }

  /** @param wrong the reason, if the result is wrong */
  put(revision: number, wrong?: string): Promise<Answer<LinkedMatchView & ProblemBody>> {
    const body = wrong === undefined ? { answer: 'right' } : { answer: 'wrong', reason: wrong };
    return this.client.request('PUT', '/v1/confirmation', { body: { revision, ...body } });
  }

  async answer(wrong?: string, revision = 1): Promise<LinkedMatchView> {
    const { status, body, text } = await this.put(revision, wrong);
    assert.equal(status, 200, text);
    return body;
  }
}

export class WaitingMatch {
  readonly club: Club;
  readonly id: string;
  /** The players in the order of the participants: the first two are team A. */
  readonly players: readonly Player[];

  constructor(club: Club, id: string, players: readonly Player[]) {
    this.club = club;
    this.id = id;
    this.players = players;
  }

  /** @param confirmation the terms */
  static async of(
    service: TestService,
    confirmation: object | null = null,
    options: FreshPartnerOptions & { readonly isPublic?: boolean } = {},
  ): Promise<WaitingMatch> {
    return WaitingMatch.in(await aClub(service, options), confirmation);
  }

  static async in(club: Club, confirmation: object | null = null, changes: object = {}): Promise<WaitingMatch> {
    const match = await club.submit(club.match({ trust_tier: 'player_confirmed', confirmation, ...changes }));
    const players = match.participants.map(({ profile_id }) => ({ profile_id }));
    const links = await WaitingMatch.links(club, match.id, { players });
    return new WaitingMatch(
      club,
      match.id,
      links.map((link) => new Player(link, club.partner.withToken(link.token))),
    );
  }

  static async links(club: Club, id: string, body: object): Promise<readonly IssuedMatchLink[]> {
    const made = await club.partner.request<{ data: IssuedMatchLink[] }>('POST', `/v1/matches/${id}/links`, { body });
    assert.equal(made.status, 201, made.text);
    return made.body.data;
  }

  /** The player in this place, from 0. */
  player(slot: number): Player {
    return this.players[slot] ?? assert.fail();
  }

  read(): Promise<OwnMatchView> {
    return this.club.read(this.id);
  }

  async confirmation() {
    return (await this.read()).confirmation ?? assert.fail();
  }
}

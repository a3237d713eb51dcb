/** A partner with players, for tests that submit matches over HTTP. */
import assert from 'node:assert/strict';
import type { MatchViewWithWarnings, OwnMatchView } from '@bandeja/contract/matches';
import type { Player } from '@bandeja/contract/players';
import { aMatch, asRead, four, type MatchBody } from './matches.ts';
import type { FreshPartnerOptions, ProblemBody, TestPartner, TestService } from './service.ts';
import { storedRows } from './stored.ts';

type Changes = Readonly<Record<string, unknown>>;

export class Club {
  readonly partner: TestPartner;
  readonly players: readonly Player[];

  constructor(partner: TestPartner, players: readonly Player[]) {
    this.partner = partner;
    this.players = players;
  }

  /** A match of the club's first four players, or of those in these places. */
  match(changes: Changes = {}, places: readonly number[] = [0, 1, 2, 3]): MatchBody {
    const players = places.map((place) => this.players[place] ?? assert.fail(`the club has no player ${place}`));
    return aMatch({ participants: four(...players), ...changes });
  }

  /** Submits a match that must be accepted. @returns it as later reads return it */
  async submit(body: unknown = this.match()): Promise<OwnMatchView> {
    const answer = await this.partner.request<MatchViewWithWarnings>('POST', '/v1/matches', { body });
    assert.equal(answer.status, 201, answer.text);
    return asRead(answer.body);
  }

  async read(id: string): Promise<OwnMatchView> {
    const answer = await this.partner.request<OwnMatchView>('GET', `/v1/matches/${id}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  /** What a player's profile shows. */
  async profile(player: Pick<Player, 'username'>): Promise<Player> {
    return (await this.partner.request<Player>('GET', `/v1/players/${player.username}`)).body;
  }
}

/** A new club with `players` new players, public by default. */
export async function aClub(
  service: TestService,
  options: FreshPartnerOptions & { readonly players?: number; readonly isPublic?: boolean } = {},
): Promise<Club> {
  const { players = 4, isPublic = true, ...partner } = options;
  const fresh = await service.freshPartner(partner);
  return new Club(fresh, await fresh.freshPlayers(players, { profile_is_public: isPublic }));
}

/** Puts a private player of one club on a roster of another. */
export async function share(player: Player, from: Club, to: Club, slug = 'guests'): Promise<void> {
  const { body } = await from.partner.request('POST', `/v1/players/${player.username}/shares`);
  await to.partner.request('PUT', `/v1/rosters/${slug}`);
  const answer = await to.partner.request('POST', `/v1/rosters/${slug}/members`, {
    body: { share_code: body['share_code'] },
  });
  assert.equal(answer.status, 200, answer.text);
}

/** Asserts that `run` stores nothing. */
export async function storingNothing<T>(service: TestService, run: () => Promise<T>): Promise<T> {
  const before = await storedRows(service.database);
  const result = await run();
  assert.deepEqual(await storedRows(service.database), before);
  return result;
}

/** `pointer code` of each fault of a problem. */
export function faultsOf({ errors = [] }: Pick<ProblemBody, 'errors'>): string[] {
  return errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`);
}

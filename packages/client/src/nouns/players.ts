import { ApiPromise, type PagePromise } from '../api-promise.ts';
import type {
  Analysis,
  AuditPage,
  ExternalId,
  HistoryPage,
  Player,
  PlayerBatch,
  PlayerBatchResult,
  PlayerBatchResults,
  PlayerCard,
  PlayerExport,
  PlayerPage,
  PlayerPatch,
  PlayerProgress,
  RegisteredPlayer,
  Registration,
  Share,
  ShareRequest,
} from '../generated/api.ts';
import { type RegisterAllOptions, registerAll } from '../register-all.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

export interface RegistrationResult extends RegisteredPlayer {
  /** Whether the player existed before this call. */
  readonly alreadyRegistered: boolean;
}

export interface RegisterBatchOptions extends CallOptions {
  /** Returns the same results, but stores nothing. */
  readonly dryRun?: boolean | undefined;
}

/** The players that you may see. */
export class Players extends Noun {
  /** Registers a player and adds it to the roster. An existing player is not changed. */
  register(registration: Registration, options?: CallOptions): ApiPromise<RegistrationResult> {
    const response = this.transport.callWithResponse('POST /v1/players', { body: registration }, options);
    return new ApiPromise(
      response.then(({ data, ...rest }) => ({ ...rest, data: { ...data, alreadyRegistered: rest.status === 200 } })),
    );
  }

  /** Registers up to 100 players. A player that is refused does not affect the others. */
  registerBatch(batch: PlayerBatch, { dryRun, ...options }: RegisterBatchOptions = {}): ApiPromise<PlayerBatchResults> {
    return this.call('POST /v1/players/batch', { query: { dry_run: dryRun }, body: batch }, options);
  }

  /** Registers any number of players in batches. Yields the result of each, in the order given. */
  registerAll(
    players: readonly Registration[],
    options: RegisterAllOptions = {},
  ): AsyncGenerator<PlayerBatchResult, void> {
    return registerAll(this.transport, players, options);
  }

  /** Lists your own players by display name; with `q`, all players that you may see whose names contain its words. */
  list(filters: ReadOf<'GET /v1/players'> = {}): PagePromise<PlayerPage> {
    return this.pages('GET /v1/players', {}, filters);
  }

  /** Lists the public players whose usernames start with `q`. */
  search(filters: ReadOf<'GET /v1/players/search'>): PagePromise<PlayerPage> {
    return this.pages('GET /v1/players/search', {}, filters);
  }

  get(username: string, options?: CallOptions): ApiPromise<Player> {
    return this.call('GET /v1/players/{username}', { path: { username } }, options);
  }

  /** Changes a player that you created. */
  update(username: string, changes: PlayerPatch, options?: CallOptions): ApiPromise<Player> {
    return this.call('PATCH /v1/players/{username}', { path: { username }, body: changes }, options);
  }

  /** Stores your own id of a player that you see. No other partner sees it. */
  putExternalId(username: string, kind: string, value: string, options?: CallOptions): ApiPromise<ExternalId> {
    const path = { username, kind };
    return this.call('PUT /v1/players/{username}/external-ids/{kind}', { path, body: { value } }, options);
  }

  /** Deletes your own id of a player. */
  deleteExternalId(username: string, kind: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/players/{username}/external-ids/{kind}', { path: { username, kind } }, options);
  }

  /** Creates a code with which one other partner can add your private player to a roster, once. Only this response contains it. */
  share(username: string, terms: ShareRequest = {}, options?: CallOptions): ApiPromise<Share> {
    return this.call('POST /v1/players/{username}/shares', { path: { username }, body: terms }, options);
  }

  /** Lists the changes of the starting level of a player that you created, oldest first. */
  audit(username: string, filters: ReadOf<'GET /v1/players/{username}/audit'> = {}): PagePromise<AuditPage> {
    return this.pages('GET /v1/players/{username}/audit', { username }, filters);
  }

  /** Returns everything that Bandeja stores about a player that you created, with a page of the completed matches. */
  export(username: string, options: ReadOf<'GET /v1/players/{username}/export'> = {}): ApiPromise<PlayerExport> {
    return this.read('GET /v1/players/{username}/export', { username }, options);
  }

  /** Erases a player that you created. This cannot be undone: export first what you need to keep. */
  erase(username: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/players/{username}', { path: { username } }, options);
  }

  /** Summarises a player: rating, form, streak, headline, last matches. */
  card(username: string, options: ReadOf<'GET /v1/players/{username}/card'> = {}): ApiPromise<PlayerCard> {
    return this.read('GET /v1/players/{username}/card', { username }, options);
  }

  /** Draws the card. @returns SVG */
  cardPicture(username: string, options: ReadOf<'GET /v1/players/{username}/card.svg'> = {}): ApiPromise<string> {
    return this.read('GET /v1/players/{username}/card.svg', { username }, options);
  }

  /** Analyses how a player plays, over the latest matches. */
  analysis(username: string, options: ReadOf<'GET /v1/players/{username}/analysis'> = {}): ApiPromise<Analysis> {
    return this.read('GET /v1/players/{username}/analysis', { username }, options);
  }

  /** Returns the score over time. */
  progress(username: string, options: ReadOf<'GET /v1/players/{username}/progress'> = {}): ApiPromise<PlayerProgress> {
    return this.read('GET /v1/players/{username}/progress', { username }, options);
  }

  /** Draws the score over time. @returns SVG */
  progressPicture(
    username: string,
    options: ReadOf<'GET /v1/players/{username}/progress.svg'> = {},
  ): ApiPromise<string> {
    return this.read('GET /v1/players/{username}/progress.svg', { username }, options);
  }

  /** Lists a player's completed matches from every partner, newest first. */
  matches(username: string, filters: ReadOf<'GET /v1/players/{username}/matches'> = {}): PagePromise<HistoryPage> {
    return this.pages('GET /v1/players/{username}/matches', { username }, filters);
  }
}

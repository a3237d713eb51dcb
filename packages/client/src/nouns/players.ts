import type { CallOptions } from '../connection.ts';
import type {
  Analysis,
  HistoryMatch,
  HistoryPage,
  Player,
  PlayerBatch,
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
import { entriesOf, type IterateOf, type ReadOf } from '../pages.ts';
import { Noun } from './noun.ts';

/** A player whom you registered. */
export interface RegistrationResult extends RegisteredPlayer {
  /** The player existed before; also when the answer to a first try was lost. */
  readonly alreadyRegistered: boolean;
}

/** Players whom you may see. */
export class Players extends Noun {
  /** Makes sure that a player is registered and on the roster. An existing player is not changed. */
  async register(registration: Registration, options?: CallOptions): Promise<RegistrationResult> {
    const { status, body } = await this.connection.exchange('POST /v1/players', { body: registration }, options);
    return { ...body, alreadyRegistered: status === 200 };
  }

  /** Registers up to 100 players. The result of each says what became of it; none holds back the others. */
  registerBatch(batch: PlayerBatch, options?: CallOptions): Promise<PlayerBatchResults> {
    return this.connection.call('POST /v1/players/batch', { body: batch }, options);
  }

  /** A page of your own people by display name; with `q` of everyone whom you may see and whose names have its words. */
  list({ signal, language, ...query }: ReadOf<'GET /v1/players'> = {}): Promise<PlayerPage> {
    return this.connection.call('GET /v1/players', { query }, { signal, language });
  }

  /** All of them. */
  iterate(filters: IterateOf<'GET /v1/players'> = {}): AsyncGenerator<Player, void> {
    return entriesOf((cursor) => this.list({ limit: 100, ...filters, cursor }));
  }

  /** A page of the public players whose usernames begin so. */
  search({ signal, language, ...query }: ReadOf<'GET /v1/players/search'>): Promise<PlayerPage> {
    return this.connection.call('GET /v1/players/search', { query }, { signal, language });
  }

  get(username: string, options?: CallOptions): Promise<Player> {
    return this.connection.call('GET /v1/players/{username}', { path: { username } }, options);
  }

  /** Changes a player whom you created. */
  update(username: string, changes: PlayerPatch, options?: CallOptions): Promise<Player> {
    return this.connection.call('PATCH /v1/players/{username}', { path: { username }, body: changes }, options);
  }

  /** Makes a code with which one other partner can put a private player of yours on a roster, once. It is shown only now. */
  share(username: string, terms: ShareRequest = {}, options?: CallOptions): Promise<Share> {
    return this.connection.call('POST /v1/players/{username}/shares', { path: { username }, body: terms }, options);
  }

  /** Everything that Bandeja stores about a player you created, with a page of the completed matches. */
  export(
    username: string,
    { signal, language, ...query }: ReadOf<'GET /v1/players/{username}/export'> = {},
  ): Promise<PlayerExport> {
    return this.connection.call(
      'GET /v1/players/{username}/export',
      { path: { username }, query },
      { signal, language },
    );
  }

  /** Erases a player you created, for good. If you need the data, export it first. */
  async erase(username: string, options?: CallOptions): Promise<void> {
    await this.connection.call('DELETE /v1/players/{username}', { path: { username } }, options);
  }

  /** The player on one page: rating, form, streak, headline, last matches. */
  card(
    username: string,
    { signal, language, ...query }: ReadOf<'GET /v1/players/{username}/card'> = {},
  ): Promise<PlayerCard> {
    return this.connection.call('GET /v1/players/{username}/card', { path: { username }, query }, { signal, language });
  }

  /** The card as a picture: the text of an SVG. */
  cardPicture(
    username: string,
    { signal, language, ...query }: ReadOf<'GET /v1/players/{username}/card.svg'> = {},
  ): Promise<string> {
    return this.connection.call(
      'GET /v1/players/{username}/card.svg',
      { path: { username }, query },
      { signal, language },
    );
  }

  /** The player's patterns of play over the latest matches. */
  analysis(
    username: string,
    { signal, language, ...query }: ReadOf<'GET /v1/players/{username}/analysis'> = {},
  ): Promise<Analysis> {
    return this.connection.call(
      'GET /v1/players/{username}/analysis',
      { path: { username }, query },
      { signal, language },
    );
  }

  /** The score over time. */
  progress(
    username: string,
    { signal, language, ...query }: ReadOf<'GET /v1/players/{username}/progress'> = {},
  ): Promise<PlayerProgress> {
    return this.connection.call(
      'GET /v1/players/{username}/progress',
      { path: { username }, query },
      { signal, language },
    );
  }

  /** The score over time as a picture: the text of an SVG. */
  progressPicture(
    username: string,
    { signal, language, ...query }: ReadOf<'GET /v1/players/{username}/progress.svg'> = {},
  ): Promise<string> {
    return this.connection.call(
      'GET /v1/players/{username}/progress.svg',
      { path: { username }, query },
      { signal, language },
    );
  }

  /** A page of the player's completed matches from every partner, newest first. */
  matches(
    username: string,
    { signal, language, ...query }: ReadOf<'GET /v1/players/{username}/matches'> = {},
  ): Promise<HistoryPage> {
    return this.connection.call(
      'GET /v1/players/{username}/matches',
      { path: { username }, query },
      { signal, language },
    );
  }

  /** All of them. */
  iterateMatches(
    username: string,
    filters: IterateOf<'GET /v1/players/{username}/matches'> = {},
  ): AsyncGenerator<HistoryMatch, void> {
    return entriesOf((cursor) => this.matches(username, { limit: 100, ...filters, cursor }));
  }
}

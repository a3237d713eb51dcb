import { ApiPromise } from './api-promise.ts';
import type { Night, NightEntry, NightRecap, ResultSubmission } from './generated/api.ts';
import { Noun, type ReadOf } from './nouns/noun.ts';
import { type CallOptions, Transport, type TransportOptions } from './transport.ts';

export interface BandejaNightOptions extends Omit<TransportOptions, 'token'> {
  /** The token of a link, `bdn_…`: the part after `#` of its address. */
  readonly linkToken: string | undefined;
}

/** One night, as a link to it shows it. Unlike a key, a link's token may be in a browser. */
export class BandejaNight extends Noun {
  /** @throws {InvalidOptionError} for a missing or malformed address or token */
  constructor({ linkToken, ...options }: BandejaNightOptions) {
    super(new Transport({ ...options, token: linkToken }));
  }

  /** The open round, the next one and the standings. */
  get(options?: CallOptions): ApiPromise<Night> {
    return this.call('GET /v1/night', {}, options);
  }

  /**
   * Enters or corrects the result of a court.
   * @throws {BandejaError} `result_conflict` or `lineup_changed` if the court has changed since you saw it
   */
  putResult(round: number, court: number, result: ResultSubmission, options?: CallOptions): ApiPromise<NightEntry> {
    const path = { round: String(round), court: String(court) };
    return this.call('PUT /v1/night/rounds/{round}/courts/{court}/result', { path, body: result }, options);
  }

  recap(options?: CallOptions): ApiPromise<NightRecap> {
    return this.call('GET /v1/night/recap', {}, options);
  }

  /** Draws the recap. @returns SVG */
  poster({ theme, ...options }: ReadOf<'GET /v1/night/recap'> = {}): ApiPromise<string> {
    const request = { ...options, query: { theme }, accept: 'image/svg+xml' } as const;
    return new ApiPromise(this.transport.request('GET', '/v1/night/recap', request)) as ApiPromise<string>;
  }
}

import type { ApiPromise } from './api-promise.ts';
import type { LinkedMatch, MatchAnswerSubmission } from './generated/api.ts';
import { Noun } from './nouns/noun.ts';
import { type CallOptions, Transport, type TransportOptions } from './transport.ts';

export interface BandejaConfirmationOptions extends Omit<TransportOptions, 'token'> {
  /** The token of a player's link, `bdc_…`: the part after `#` of its address. */
  readonly linkToken: string | undefined;
}

/** One match, as the link of one of its players shows it. Unlike a key, a link's token may be in a browser. */
export class BandejaConfirmation extends Noun {
  /** @throws {InvalidOptionError} for a missing or malformed address or token */
  constructor({ linkToken, ...options }: BandejaConfirmationOptions) {
    super(new Transport({ ...options, token: linkToken }));
  }

  /** The match, and the state of its confirmation. */
  get(options?: CallOptions): ApiPromise<LinkedMatch> {
    return this.call('GET /v1/confirmation', {}, options);
  }

  /**
   * Says that the result is right or wrong.
   * @throws {BandejaError} `revision_conflict` if the match has changed since you saw it
   */
  answer(answer: MatchAnswerSubmission, options?: CallOptions): ApiPromise<LinkedMatch> {
    return this.call('PUT /v1/confirmation', { body: answer }, options);
  }
}

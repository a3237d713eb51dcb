import type { Api } from '@bandeja/client';

/** The players of a merge: the matches of `from` go to `into`. */
export interface Pair {
  readonly from: Api.Player;
  readonly into: Api.Player;
}

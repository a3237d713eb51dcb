import { BandejaError } from './errors.ts';
import type { PlayerBatch, PlayerBatchResult, PlayerBatchResults, Registration } from './generated/api.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface RegisterAllOptions extends CallOptions {
  /** Fields that the players have in common. A player's own fields override them. */
  readonly common?: Omit<PlayerBatch, 'players'> | undefined;
  /** Returns the same results, but stores nothing. */
  readonly dryRun?: boolean | undefined;
}

/** The most players in a request. */
const PLAYERS_MAX = 100;

const OPERATION = 'POST /v1/players/batch';
const REQUEST = { method: 'POST', path: '/v1/players/batch' };

/** Registers players in batches. @throws {BandejaError} if a whole batch is refused */
export async function* registerAll(
  transport: Transport,
  players: readonly Registration[],
  { common = {}, dryRun, ...options }: RegisterAllOptions,
): AsyncGenerator<PlayerBatchResult, void> {
  for (let first = 0; first < players.length; first += PLAYERS_MAX) {
    const batch = players.slice(first, first + PLAYERS_MAX);
    const body = { ...common, players: batch };
    const { data, status } = await transport.callWithResponse(OPERATION, { query: { dry_run: dryRun }, body }, options);
    // The response may be JSON of a proxy.
    const { results = [] }: Partial<PlayerBatchResults> = data;
    if (results.length !== batch.length) {
      const message = `The service answered ${results.length} results for ${batch.length} players.`;
      throw new BandejaError(REQUEST, { message, status, code: 'not_bandeja' });
    }
    for (const [place, result] of results.entries()) {
      // The result of an entry with faults does not name the player.
      yield { ...result, index: first + place, username: result.username ?? batch[place]?.username ?? null };
    }
  }
}

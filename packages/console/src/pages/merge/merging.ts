/** Amending the matches of a merge one after the other, so that it can be stopped and go on. */
import type { Api, Bandeja } from '@bandeja/client';
import { moveLineup } from '@bandeja/importer/merge/lineup';
import {
  enterLists,
  type FoundLists,
  type ListMove,
  leaveLists,
  listsOf,
  pendingLists,
  reversed,
} from '@bandeja/importer/merge/lists';
import {
  commonMatches,
  findMerged,
  type MatchesOfPlayer,
  type MatchToMerge,
  matchesOf,
  matchesToUndo,
  matchToMerge,
} from '@bandeja/importer/merge/matches';
import { type Owner, ownerOf } from '@bandeja/importer/merge/owner';
import { type MergedMatch, type MergeReport, replacedId } from '@bandeja/importer/merge/report';
import { readAll } from '@bandeja/importer/reads';
import { concernsOneRequest } from '@bandeja/importer/refusals';
import { patientClient } from '../../api.ts';

export type { MatchToMerge } from '@bandeja/importer/merge/matches';

/** The players of a merge: the matches of `from` go to `into`. */
export interface Pair {
  readonly from: Api.Player;
  readonly into: Api.Player;
}

/** What a merge changed, as its result file has it. */
export type Merged = Pick<MergeReport, 'matches' | 'lists'>;

/** What a merge, or its undo, is to change: matches, and places on rosters and in night plans. */
export interface Work {
  readonly matches: readonly MatchToMerge[];
  readonly lists: ListMove | null;
}

/** The planned changes of a merge. */
export interface MergePlan extends Pair, MatchesOfPlayer, Work {
  readonly lists: FoundLists;
  /** Matches with both players. If there are any, nothing is merged. */
  readonly common: readonly Api.Match[];
  readonly owners: { readonly from: Owner; readonly into: Owner };
}

export async function readPlan(client: Bandeja, { from, into }: Pair): Promise<MergePlan> {
  const [found, ofFrom, ofInto] = await Promise.all([
    matchesOf(client, from),
    ownerOf(client, from),
    ownerOf(client, into),
  ]);
  const common = commonMatches(found.live, into);
  const matches =
    common.length > 0 ? [] : await readAll(found.live, (match) => matchToMerge(client, match, from, into));
  const sessions = new Set(found.live.map(({ session_external_ref: session }) => session));
  const lists = await listsOf(client, from, into, ofFrom, sessions);
  return { from, into, ...found, matches, common, lists, owners: { from: ofFrom, into: ofInto } };
}

/** What of a merge is still there, to give it back. @throws {BandejaError} if `from` was erased */
export async function readUndo(client: Bandeja, merged: Merged, onProgress: (done: number) => void): Promise<Work> {
  const { matches, lists } = merged;
  const id = replacedId(merged);
  if (id !== null) await client.players.get(id);
  return {
    matches: matchesToUndo(await readAll(matches, (match: MergedMatch) => findMerged(client, match), onProgress)),
    lists: lists && (await pendingLists(client, reversed(lists))),
  };
}

/** A match that was not amended. */
export interface Failure {
  readonly match: MatchToMerge;
  /** Null if someone has changed its players. */
  readonly error: unknown;
}

export class Merging {
  state: 'changing' | 'stopping' | 'stopped' | 'failed' | 'done' = 'stopped';
  /** Why the last attempt failed. */
  error: unknown = null;
  /** The last request was not answered, and is sent again. */
  isRetrying = false;
  done = 0;
  amended = 0;
  voided = 0;
  readonly failures: Failure[] = [];
  /** Matches that may have been entered twice, once for each player. */
  readonly nearby: MatchToMerge[] = [];
  readonly #matches: readonly MatchToMerge[];
  readonly #lists: ListMove | null;
  readonly #client: Bandeja;
  readonly #onChange: () => void;
  readonly #onComplete: () => void;

  constructor({ matches, lists }: Work, onChange: () => void, onComplete: () => void) {
    this.#matches = matches;
    this.#lists = lists;
    this.#onChange = onChange;
    this.#onComplete = onComplete;
    this.#client = patientClient(() => {
      this.isRetrying = true;
      onChange();
    });
  }

  get total(): number {
    return this.#matches.length;
  }

  /** Amends the matches that are left, until the end or a stop. */
  async go(): Promise<void> {
    this.#change('changing');
    try {
      if (this.#lists !== null && this.done === 0) await enterLists(this.#client, this.#lists);
      for (const match of this.#matches.slice(this.done)) {
        await this.#amend(match);
        this.done++;
        if (this.state === 'stopping' && this.done < this.total) return this.#change('stopped');
        this.isRetrying = false;
        this.#onChange();
      }
      if (this.#lists !== null && this.failures.length === 0) await leaveLists(this.#client, this.#lists);
      this.#change('done');
      if (this.failures.length === 0) this.#onComplete();
    } catch (error) {
      this.error = error;
      this.#change('failed');
    }
  }

  /** Stops after the match in flight. */
  stop(): void {
    if (this.state === 'changing') this.#change('stopping');
  }

  async #amend(match: MatchToMerge): Promise<void> {
    try {
      const { moved, warnings } = await moveLineup(this.#client, match.match, match.before, match.after);
      if (moved === 'changed') this.failures.push({ match, error: null });
      else if (moved === 'voided') this.voided++;
      else this.amended++;
      if (warnings.some(({ code }) => code === 'same_players_nearby')) this.nearby.push(match);
    } catch (error) {
      if (!concernsOneRequest(error)) throw error;
      this.failures.push({ match, error });
    }
  }

  #change(state: Merging['state']): void {
    this.isRetrying = false;
    this.state = state;
    this.#onChange();
  }
}

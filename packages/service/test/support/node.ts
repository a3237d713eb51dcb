import type { MatchAmendment } from '@bandeja/contract/match-bodies';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Database } from '@bandeja/postgres/database';
import { type Context, type KeyActor, type PartnerContext, serviceContext } from '../../src/context.ts';
import { scheduleRebuild } from '../../src/ledger/rebuild.ts';
import { SettlerWork } from '../../src/ledger/settler.ts';
import { amendMatch } from '../../src/matches/amend.ts';
import type { SubmissionResult } from '../../src/matches/submit.ts';
import { type SubmissionRequest, submitMatches } from '../../src/matches/submit.ts';
import { confirmMatch, voidMatch } from '../../src/matches/transitions.ts';

export interface Call {
  /** The present, ms. */
  readonly now: number;
  /** How many matches a change may reach to be settled in its request. */
  readonly closureMax: number;
}

/** What changes matches, by values that another process can be sent. */
export interface ServiceNode {
  submit(call: Call, requests: readonly SubmissionRequest[]): Promise<SubmissionResult[]>;
  confirm(call: Call, actor: KeyActor, id: string): Promise<OwnMatchView>;
  amend(call: Call, actor: KeyActor, id: string, amendment: MatchAmendment): Promise<OwnMatchView>;
  void(call: Call, actor: KeyActor, id: string): Promise<OwnMatchView>;
  /** Schedules a rebuild of all ratings. */
  rebuild(): Promise<void>;
  /** Lets the node's settler take a step of so many matches. */
  settle(stepMatches: number): Promise<string>;
}

/** A node of the service in this process, without HTTP. */
export class LocalNode implements ServiceNode {
  readonly #database: Database;
  #settler: { readonly work: SettlerWork; readonly stepMatches: number } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  submit(call: Call, requests: readonly SubmissionRequest[]): Promise<SubmissionResult[]> {
    return submitMatches(this.#context(call), requests);
  }

  confirm(call: Call, actor: KeyActor, id: string): Promise<OwnMatchView> {
    return confirmMatch(this.#contextOf(actor, call), id);
  }

  amend(call: Call, actor: KeyActor, id: string, amendment: MatchAmendment): Promise<OwnMatchView> {
    return amendMatch(this.#contextOf(actor, call), id, amendment);
  }

  void(call: Call, actor: KeyActor, id: string): Promise<OwnMatchView> {
    return voidMatch(this.#contextOf(actor, call), id, 'Twice.');
  }

  rebuild(): Promise<void> {
    return scheduleRebuild(serviceContext(this.#database));
  }

  async settle(stepMatches: number): Promise<string> {
    if (this.#settler?.stepMatches !== stepMatches) {
      this.#settler = { work: new SettlerWork(this.#database, stepMatches), stepMatches };
    }
    return (await this.#settler.work.step()).status;
  }

  #context({ now, closureMax }: Call): Context {
    return { ...serviceContext(this.#database, () => now), closureMax };
  }

  #contextOf(actor: KeyActor, call: Call): PartnerContext {
    return { ...this.#context(call), actor };
  }
}

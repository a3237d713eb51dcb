import { type Context, type KeyActor, serviceContext } from '../../../src/domain/context.ts';
import { SettlerWork, scheduleRebuild } from '../../../src/domain/ledger/index.ts';
import { amendMatch, confirmMatch, submitMatches, voidMatch } from '../../../src/domain/matches/index.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { calledBy } from '../../support/context.ts';
/** A node of the service without HTTP around it, told what to do by commands that may come from another process. */

/** What to do to one match. */
export interface MatchCommand {
  readonly caller: KeyActor;
  /** How many matches a change may reach to be settled in its request. */
  readonly closureMax: number;
  /** The present, ms. */
  readonly now: number;
}

export type Command =
  | (MatchCommand & { readonly verb: 'submit'; readonly body: unknown })
  | (MatchCommand & { readonly verb: 'confirm' | 'void'; readonly matchId: string })
  | (MatchCommand & { readonly verb: 'amend'; readonly matchId: string; readonly amendment: object })
  | { readonly verb: 'step'; readonly stepMatches: number }
  | { readonly verb: 'rebuild'; readonly now: number };

/** Carries out a command. @returns the status of what came of it. */
export interface PlotNode {
  run(command: Command): Promise<string>;
}

/** A node in this process. */
export class LocalNode implements PlotNode {
  readonly #database: Database;
  #settler: { readonly work: SettlerWork; readonly stepMatches: number } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async run(command: Command): Promise<string> {
    if (command.verb === 'step') return (await this.#settlerOf(command.stepMatches).step()).status;
    const context: Context = serviceContext(this.#database, () => command.now);
    if (command.verb === 'rebuild') {
      await scheduleRebuild(context);
      return 'scheduled';
    }
    return this.#change({ ...context, closureMax: command.closureMax }, command);
  }

  async #change(context: Context, command: Extract<Command, MatchCommand>): Promise<string> {
    const { caller } = command;
    switch (command.verb) {
      case 'submit': {
        const [result] = await submitMatches(context, [{ actor: caller, body: command.body }]);
        return result?.status ?? 'unanswered';
      }
      case 'confirm':
        return (await confirmMatch(calledBy(context, caller), command.matchId)).status;
      case 'void':
        return (await voidMatch(calledBy(context, caller), command.matchId, 'Twice.')).status;
      case 'amend':
        return (await amendMatch(calledBy(context, caller), command.matchId, command.amendment)).status;
    }
  }

  /** The settler lives as long as the node, unless it is to take steps of another size. */
  #settlerOf(stepMatches: number): SettlerWork {
    if (this.#settler?.stepMatches !== stepMatches) {
      const work = new SettlerWork(this.#database, stepMatches);
      this.#settler = { work, stepMatches };
    }
    return this.#settler.work;
  }
}

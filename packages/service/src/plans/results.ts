/** The results of a plan: the matches that were entered for its courts. */
import { isSameLineup, type PlanContent, type PlanRow } from './plan-rows.ts';
import type { ResultRow } from './store.ts';

export interface CourtKey {
  readonly round: number;
  readonly court: number;
}

const courtKey = ({ round, court }: CourtKey): string => `${round}-${court}`;

/** The result of a court: its match that is not voided. */
export interface CourtState {
  readonly result: ResultRow | null;
  /** How many of its matches were voided. */
  readonly voided: number;
  /** The sum of its matches' revisions. Every entry, correction and removal raises it, so no two results of a court share it. */
  readonly revision: number;
}

const NONE: CourtState = { result: null, voided: 0, revision: 0 };

export class PlanResults {
  readonly #courts = new Map<string, CourtState & CourtKey>();

  constructor(rows: readonly ResultRow[]) {
    for (const row of rows) {
      const key = { round: row.plan_round, court: row.plan_court };
      const { result, voided, revision } = this.at(key);
      const isVoided = row.status === 'voided';
      this.#courts.set(courtKey(key), {
        ...key,
        result: isVoided ? result : row,
        voided: voided + Number(isVoided),
        revision: revision + row.revision,
      });
    }
  }

  at(key: CourtKey): CourtState {
    return this.#courts.get(courtKey(key)) ?? NONE;
  }

  /** The courts with a result. */
  entered(): (CourtKey & { readonly result: ResultRow })[] {
    return [...this.#courts.values()].flatMap(({ result, ...key }) => (result === null ? [] : [{ ...key, result }]));
  }

  inRound(round: number): boolean {
    return this.entered().some((one) => one.round === round);
  }

  /** A court with a result whose round or lineup is not the same in a changed plan. */
  lostBy(before: Pick<PlanContent, 'rounds'>, after: Pick<PlanContent, 'rounds'>): CourtKey | undefined {
    return this.entered().find(({ round, court }) => {
      const [old, now] = [before, after].map(({ rounds }) => rounds[round - 1]);
      const lineupOf = (one: typeof now) => one?.courts.find((lineup) => lineup.court === court);
      return now?.opened_at == null || !isSameLineup(lineupOf(old), lineupOf(now));
    });
  }
}

/** The reference of the next match of a court. */
export const nextReference = ({ id }: Pick<PlanRow, 'id'>, { round, court }: CourtKey, voided: number): string =>
  `${id}-r${round}-c${court}${voided === 0 ? '' : `-${voided + 1}`}`;

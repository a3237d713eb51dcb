/** What the parts of a night share. */
import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import type { WaitingEntry } from '../../night/RoundView.tsx';
import type { NameOf, Rules } from '../../night/results.ts';
import type { useLive } from './queries.ts';
import type { PlanChanges } from './useChange.ts';
import type { Results } from './useResults.ts';

const t = texts({ saving: ['Saving…', 'Guardando…', 'A guardar…'] });

export interface NightParts {
  readonly plan: Api.Plan;
  readonly live: ReturnType<typeof useLive>;
  readonly change: PlanChanges;
  readonly results: Results;
  readonly nameOf: NameOf;
}

export const rulesOf = ({ scoring, points_per_match, sets }: Api.Plan): Rules => ({
  scoring,
  points_per_match,
  sets: sets === 3 ? 3 : 1,
});

/** The entries of a round that the service has not answered, by court. */
export function waitingIn({ kept }: Results, round: number): ReadonlyMap<number, WaitingEntry> {
  const waiting = [...kept.values()].filter((one) => one.round === round && one.problem === null);
  return new Map(waiting.map(({ court, entry }) => [court.court, { entry, note: t.saving }]));
}

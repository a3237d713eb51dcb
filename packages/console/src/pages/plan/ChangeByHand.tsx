import type { Api } from '@bandeja/client';
import { type ReactNode, useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Check } from '../../parts/Field.tsx';
import { courtName, nameOfIn } from '../../results/court.ts';
import { needs, useForbidden } from '../../rights.ts';
import type { PlanChanges } from './useChange.ts';

const t = texts('console.plan.change_by_hand');

type Round = Pick<Api.LiveRound, 'round' | 'courts' | 'resting'>;

interface ChangeByHandProps {
  readonly round: Round;
  readonly plan: Api.Plan;
  readonly change: PlanChanges;
}

/** Swaps players of a round by hand, also with those who rest. */
export function ChangeByHand({ round, plan, change }: ChangeByHandProps) {
  const [swaps, setSwaps] = useState<readonly (readonly [number, number])[]>([]);
  const forbidden = useForbidden(needs.writeMatches);
  if (round.courts.every(({ result }) => result !== null)) return null;
  const swapped = (number: number): number =>
    swaps.reduce((now, [a, b]) => (now === a ? b : now === b ? a : now), number);
  return (
    <FormAction
      changes={[]}
      title={t('title')}
      submit={t('save')}
      forbidden={forbidden}
      onSubmit={(values) =>
        change.run(({ session_external_ref: ref, revision, rounds }) => {
          const { courts } = rounds.find((one) => one.round === round.round) ?? round;
          const lineups = courts.map(({ court, team_a, team_b }) => ({
            court,
            team_a: team_a.map(swapped),
            team_b: team_b.map(swapped),
          }));
          const redraw = values.has('redraw');
          return bandeja().plans.putRound(ref, round.round, { revision, courts: lineups }, { redraw });
        })
      }
      onClose={() => setSwaps([])}
    >
      <p className="quiet">{t('hint')}</p>
      <Slots round={round} plan={plan} swapped={swapped} onSwap={(a, b) => setSwaps([...swaps, [a, b]])} />
      <Check label={t('redraw')} name="redraw" />
    </FormAction>
  );
}

interface SlotsProps {
  readonly round: Round;
  readonly plan: Api.Plan;
  readonly swapped: (number: number) => number;
  readonly onSwap: (a: number, b: number) => void;
}

/** Every player of the round as a button, by court. */
function Slots({ round, plan, swapped, onSwap }: SlotsProps) {
  const [marked, setMarked] = useState<number | null>(null);
  const nameOf = nameOfIn(plan);
  const tap = (number: number) => {
    setMarked(marked === null ? number : null);
    if (marked !== null && marked !== number) onSwap(marked, number);
  };
  const name = (number: number, isFixed = false) => (
    <button key={number} type="button" aria-pressed={marked === number} disabled={isFixed} onClick={() => tap(number)}>
      {nameOf(number)}
    </button>
  );
  return (
    <div className="slots">
      {round.courts.map((court) => (
        <fieldset key={court.court}>
          <legend>{courtName(court)}</legend>
          <Pair label={t('pair_a')}>{court.team_a.map((slot) => name(swapped(slot), court.result !== null))}</Pair>
          <Pair label={t('pair_b')}>{court.team_b.map((slot) => name(swapped(slot), court.result !== null))}</Pair>
        </fieldset>
      ))}
      {round.resting.length > 0 && (
        <fieldset>
          <legend>{t('resting')}</legend>
          <div className="side-by-side">{round.resting.map((slot) => name(swapped(slot)))}</div>
        </fieldset>
      )}
    </div>
  );
}

function Pair({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className="side-by-side">
      <legend className="reader">{label}</legend>
      {children}
    </fieldset>
  );
}

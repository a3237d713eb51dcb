/** On from a round: to the next one, or to the end of the night. Both list the results that are missing. */
import type { Api } from '@bandeja/client';
import { useEffect } from 'react';
import { bandeja, queryClient } from '../../api.ts';
import { texts } from '../../language.ts';
import { Action, FormAction } from '../../parts/Action.tsx';
import { courtName } from '../../results/court.ts';
import { needs, useForbidden } from '../../rights.ts';
import { keepPlan } from './queries.ts';
import { planKey } from './results.ts';
import { openRound, type PlanChanges } from './useChange.ts';

const t = texts('console.plan.next_round');

interface EndNightProps {
  readonly plan: Api.Plan;
  /** The open round, as phones see it. */
  readonly round: Api.LiveRound | null;
  readonly isMain: boolean;
}

interface NextRoundProps extends Omit<EndNightProps, 'isMain'> {
  readonly next: number;
  readonly change: PlanChanges;
}

export function NextRound({ plan, round, next, change }: NextRoundProps) {
  const forbidden = useForbidden(needs.writeMatches);
  const isMexicano = plan.format === 'mexicano';
  // A mexicano draws by all earlier rounds.
  const earlier = isMexicano ? missingEarlier(plan) : [];
  const now = missingNow(round);
  if (now.length === 0 && earlier.length === 0) {
    return (
      <Action
        className="main"
        forbidden={forbidden}
        disabled={change.isBusy}
        onClick={() => change.press(openRound(next))}
      >
        {t('next_round')}
      </Action>
    );
  }
  return (
    <FormAction
      changes={[]}
      title={t('next_round')}
      className="main"
      submit={t('open', { n: next })}
      forbidden={forbidden}
      onSubmit={() => change.run(openRound(next, isMexicano))}
    >
      {now.length > 0 && (
        <p>
          {t('missing', { courts: now.join(', ') })} {t('later')}
        </p>
      )}
      {earlier.length > 0 && <p>{t('missing_earlier', { courts: earlier.join(', ') })}</p>}
      {isMexicano && <p>{t('missing_draw')}</p>}
    </FormAction>
  );
}

export function EndNight({ plan, round, isMain }: EndNightProps) {
  const ref = plan.session_external_ref;
  return (
    <FormAction
      changes={[]}
      title={t('end')}
      forbidden={useForbidden(needs.writeMatches)}
      onSubmit={async () => keepPlan(await bandeja().plans.close(ref))}
      {...(isMain && { className: 'main' })}
    >
      <MissingOfNight plan={plan} round={round} />
      <p>{t('end_note')}</p>
    </FormAction>
  );
}

function MissingOfNight({ plan, round }: Omit<EndNightProps, 'isMain'>) {
  const ref = plan.session_external_ref;
  // Phones may have entered results of earlier rounds since the plan was read.
  useEffect(() => void queryClient.invalidateQueries({ queryKey: planKey(ref) }), [ref]);
  const missing = [...missingEarlier(plan), ...missingNow(round)];
  const planned = plan.rounds.filter(({ state }) => state === 'planned').map((one) => one.round);
  const [first = 0, last = first] = [planned[0], planned.at(-1)];
  return (
    <>
      {missing.length > 0 && <p>{t('missing', { courts: missing.join(', ') })}</p>}
      {planned.length > 0 && (
        <p>{t('not_played', { n: planned.length, rounds: first === last ? String(first) : `${first}–${last}` })}</p>
      )}
    </>
  );
}

const missingNow = (round: Api.LiveRound | null): string[] =>
  (round?.courts ?? []).filter(({ result }) => result === null).map(courtName);

const missingEarlier = (plan: Api.Plan): string[] =>
  plan.rounds
    .filter(({ state }) => state === 'played')
    .flatMap(({ round, courts }) => {
      const open = courts.filter(({ result }) => result === null);
      return open.map((court) => t('court_of', { court: courtName(court), n: round }));
    });

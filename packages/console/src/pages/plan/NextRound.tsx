/** On from a round: to the next one, or to the end of the night. Both list the results that are missing. */
import type { Api } from '@bandeja/client';
import { useEffect } from 'react';
import { bandeja, queryClient } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { Action, FormAction } from '../../parts/Action.tsx';
import { courtName } from '../../results/court.ts';
import { needs, useForbidden } from '../../rights.ts';
import { keepPlan } from './queries.ts';
import { planKey } from './results.ts';
import { openRound, type PlanChanges } from './useChange.ts';

const t = texts({
  nextRound: ['Next round', 'Siguiente ronda', 'Ronda seguinte'],
  open: ['Open round {n}', 'Abrir la ronda {n}', 'Abrir a ronda {n}'],
  missing: ['No result yet: {courts}.', 'Sin resultado: {courts}.', 'Sem resultado: {courts}.'],
  later: [
    'You can still enter results later.',
    'Puedes anotar resultados después.',
    'Pode registar resultados depois.',
  ],
  missingDraw: [
    'The next round is drawn without these results.',
    'La siguiente ronda se sortea sin estos resultados.',
    'A ronda seguinte é sorteada sem estes resultados.',
  ],
  missingEarlier: [
    'No result from earlier rounds: {courts}.',
    'Sin resultado de rondas anteriores: {courts}.',
    'Sem resultado de rondas anteriores: {courts}.',
  ],
  courtOf: ['{court} in round {n}', '{court} en la ronda {n}', '{court} na ronda {n}'],
  end: ['End the night', 'Terminar la noche', 'Terminar a noite'],
  notPlayed: [
    'Not played: {n|round|rounds} {rounds}.',
    '{n|No se juega la ronda|No se juegan las rondas} {rounds}.',
    '{n|Não se joga a ronda|Não se jogam as rondas} {rounds}.',
  ],
  endNote: [
    'Results that wait are confirmed. Phones and screens then show the ranking and the poster, and enter no more scores. You can open the night again.',
    'Se confirman los resultados pendientes. Los móviles y las pantallas muestran la clasificación y el cartel, y ya no anotan. Puedes volver a abrir la noche.',
    'Os resultados pendentes são confirmados. Os telemóveis e os ecrãs mostram a classificação e o cartaz, e já não registam. Pode voltar a abrir a noite.',
  ],
});

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
        {t.nextRound}
      </Action>
    );
  }
  return (
    <FormAction
      changes={[]}
      title={t.nextRound}
      className="main"
      submit={fill(t.open, { n: next })}
      forbidden={forbidden}
      onSubmit={() => change.run(openRound(next, isMexicano))}
    >
      {now.length > 0 && (
        <p>
          {fill(t.missing, { courts: now.join(', ') })} {t.later}
        </p>
      )}
      {earlier.length > 0 && <p>{fill(t.missingEarlier, { courts: earlier.join(', ') })}</p>}
      {isMexicano && <p>{t.missingDraw}</p>}
    </FormAction>
  );
}

export function EndNight({ plan, round, isMain }: EndNightProps) {
  const ref = plan.session_external_ref;
  return (
    <FormAction
      changes={[]}
      title={t.end}
      forbidden={useForbidden(needs.writeMatches)}
      onSubmit={async () => keepPlan(await bandeja().plans.close(ref))}
      {...(isMain && { className: 'main' })}
    >
      <MissingOfNight plan={plan} round={round} />
      <p>{t.endNote}</p>
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
      {missing.length > 0 && <p>{fill(t.missing, { courts: missing.join(', ') })}</p>}
      {planned.length > 0 && (
        <p>{fill(t.notPlayed, { n: planned.length, rounds: first === last ? String(first) : `${first}–${last}` })}</p>
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
      return open.map((court) => fill(t.courtOf, { court: courtName(court), n: round }));
    });

import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { Lineups, RoundView } from '../../night/RoundView.tsx';
import { Standings } from '../../night/Standings.tsx';
import { Action, FormAction } from '../../parts/Action.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { courtName, scoreText } from '../../results/court.ts';
import { needs, useForbidden } from '../../rights.ts';
import { ChangeByHand } from './ChangeByHand.tsx';
import { keepPlan } from './queries.ts';
import { type NightParts, rulesOf } from './shared.ts';
import { UndoChange } from './UndoChange.tsx';
import { openRound } from './useChange.ts';

const t = texts({
  round: ['Round {n}', 'Ronda {n}', 'Ronda {n}'],
  entered: ['{n} of {all} scores in', '{n} de {all} resultados', '{n} de {all} resultados'],
  next: ['Next: round {n}', 'Después: ronda {n}', 'A seguir: ronda {n}'],
  ranking: ['Ranking', 'Clasificación', 'Classificação'],
  undo: ['Undo', 'Deshacer', 'Desfazer'],
  saved: [
    'Saved: {court}, round {n}: {score}',
    'Guardado: {court}, ronda {n}: {score}',
    'Guardado: {court}, ronda {n}: {score}',
  ],
  nextRound: ['Next round', 'Siguiente ronda', 'Ronda seguinte'],
  open: ['Open round {n}', 'Abrir la ronda {n}', 'Abrir a ronda {n}'],
  missing: [
    'No result yet: {courts}. You can still enter results later.',
    'Sin resultado: {courts}. Puedes anotar resultados después.',
    'Sem resultado: {courts}. Pode registar resultados depois.',
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
  close: ['Close the night', 'Cerrar la noche', 'Fechar a noite'],
  closeNote: [
    'Results that wait are confirmed. Links that enter scores end, on phones and screens. Links with “View only” go on: they show the ranking and the poster. You can still correct results.',
    'Se confirman los resultados pendientes. Los enlaces que anotan dejan de valer en móviles y pantallas. Los de «Solo mirar» siguen: muestran la clasificación y el cartel. Aún podrás corregir resultados.',
    'Os resultados pendentes são confirmados. Os links que registam deixam de valer em telemóveis e ecrãs. Os de «Só ver» continuam: mostram a classificação e o cartaz. Ainda pode corrigir resultados.',
  ],
});

/** The open round with the ranking: at the court on a phone, side by side on a wide screen. */
export function CurrentRound({ plan, live, change, results, nameOf }: NightParts) {
  const forbidden = useForbidden(needs.writeMatches);
  const ref = plan.session_external_ref;
  // Not that of `live`: a mexicano draws its next round when it opens.
  const nextRound = plan.rounds.find(({ state }) => state === 'planned')?.round ?? null;
  const earlier = plan.format === 'mexicano' ? lackingIn(plan) : [];
  return (
    <Loaded query={live} rows={6}>
      {({ round, next, open_courts: missing, ...night }) => (
        <>
          <div className="columns night">
            <div className="stack">
              {round !== null && (
                <>
                  <header className="title-line">
                    <h2>{fill(t.round, { n: round.round })}</h2>
                    <span className="quiet">
                      {fill(t.entered, { n: round.courts.length - missing, all: round.courts.length })}
                    </span>
                  </header>
                  <RoundView
                    courts={round.courts}
                    resting={round.resting}
                    rules={rulesOf(plan)}
                    canScore={() => forbidden === null}
                    {...results.inRound(round.round)}
                  />
                  <ChangeByHand key={round.round} round={round} plan={plan} change={change} />
                </>
              )}
              {next !== null && next.courts.length > 0 && (
                <Lineups title={fill(t.next, { n: next.round })} {...next} nameOf={nameOf} />
              )}
            </div>
            <Tile title={t.ranking}>
              <Standings night={night} />
            </Tile>
          </div>
          <div className="action-bar">
            <UndoLast plan={plan} round={round} change={change} results={results} nameOf={nameOf} />
            {nextRound === null ? (
              <FormAction
                title={t.close}
                className="main"
                submit={t.close}
                forbidden={forbidden}
                onSubmit={async () => keepPlan(await bandeja().plans.close(ref))}
              >
                <Missing round={round} />
                <p>{t.closeNote}</p>
              </FormAction>
            ) : missing === 0 && earlier.length === 0 ? (
              <Action
                className="main"
                forbidden={forbidden}
                disabled={change.isBusy}
                onClick={() => change.press(openRound(nextRound))}
              >
                {t.nextRound}
              </Action>
            ) : (
              <FormAction
                title={t.nextRound}
                submit={fill(t.open, { n: nextRound })}
                forbidden={forbidden}
                onSubmit={() => change.run(openRound(nextRound, plan.format === 'mexicano'))}
              >
                <Missing round={round} />
                {earlier.length > 0 && <p>{fill(t.missingEarlier, { courts: earlier.join(', ') })}</p>}
                {plan.format === 'mexicano' && <p>{t.missingDraw}</p>}
              </FormAction>
            )}
          </div>
        </>
      )}
    </Loaded>
  );
}

/** The courts of earlier rounds that have no result. A mexicano draws by all of them. */
const lackingIn = (plan: Api.Plan): string[] =>
  plan.rounds
    .filter(({ state }) => state === 'played')
    .flatMap(({ round, courts }) => {
      const open = courts.filter(({ result }) => result === null);
      return open.map((court) => fill(t.courtOf, { court: courtName(court), n: round }));
    });

function Missing({ round }: { readonly round: Api.LiveRound | null }) {
  const courts = round?.courts.filter(({ result }) => result === null) ?? [];
  return courts.length === 0 ? null : <p>{fill(t.missing, { courts: courts.map(courtName).join(', ') })}</p>;
}

interface UndoLastProps extends Pick<NightParts, 'plan' | 'change' | 'results' | 'nameOf'> {
  readonly round: Api.LiveRound | null;
}

/** Takes back the last entry of this tab while the court still has it; otherwise the last change of the plan. */
function UndoLast({ plan, round: open, change, results, nameOf }: UndoLastProps) {
  const { last } = results;
  const round = open?.round === last?.entry.round ? open : plan.rounds.find((one) => one.round === last?.entry.round);
  const court = round?.courts.find((one) => one.court === last?.entry.court.court);
  if (last?.entry.result == null || court === undefined || !results.isLast(last, court))
    return <UndoChange change={change} isShort />;
  const { entry } = last;
  const score = scoreText(last.entry.result, court, nameOf);
  return (
    <>
      <span className="small quiet" role="status">
        {fill(t.saved, { court: courtName(court), n: entry.round, score })}
      </span>
      <button type="button" onClick={() => results.undo(last, court)}>
        {t.undo}
      </button>
    </>
  );
}

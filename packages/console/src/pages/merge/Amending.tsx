import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { refresh } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { pairNames } from '../../names.ts';
import { formatMoment } from '../../numbers.ts';
import { Counts, Progress } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
import { RunState, useLeaveQuestion } from '../../parts/RunState.tsx';
import { explain } from '../../problems.ts';
import { type Failure, type MatchToMerge, Merging, type Work } from './merging.ts';
import { words } from './words.ts';

const t = texts({
  changing: ['Amending', 'Corrigiendo', 'A corrigir'],
  stopping: [
    'Stopping after the match in flight',
    'Parando tras el partido en curso',
    'A parar após o encontro em curso',
  ],
  stopped: ['Stopped', 'Parado', 'Parado'],
  failed: [
    'Not all matches were amended',
    'No se corrigieron todos los partidos',
    'Nem todos os encontros foram corrigidos',
  ],
  stoppedNote: [
    'Continue here, or open this page again later: only the matches that are left are amended.',
    'Sigue aquí o abre esta página más tarde: solo se corrigen los partidos que faltan.',
    'Continue aqui ou abra esta página mais tarde: só são corrigidos os encontros que faltam.',
  ],
  leave: [
    'Matches are still being amended. Leave anyway? Those that were amended stay so.',
    'Aún se están corrigiendo partidos. ¿Salir de todos modos? Los corregidos se quedan así.',
    'Ainda há encontros a ser corrigidos. Sair mesmo assim? Os que foram corrigidos ficam assim.',
  ],
  amended: ['Amended', 'Corregidos', 'Corrigidos'],
  voided: ['Voided, not changed', 'Anulados, sin cambios', 'Anulados, sem alteração'],
  refused: ['Not amended', 'Sin corregir', 'Por corrigir'],
  changed: [
    'Someone else has changed its players.',
    'Alguien ha cambiado sus jugadores.',
    'Alguém alterou os seus jogadores.',
  ],
  nearby: ['Entered twice?', '¿Repetidos?', 'Repetidos?'],
  nearbyNote: [
    'The same four players have another match at about this time. If it was entered with each username, void one of the two.',
    'Los mismos cuatro jugadores tienen otro partido casi a la misma hora. Si se anotó con cada usuario, anula uno de los dos.',
    'Os mesmos quatro jogadores têm outro encontro quase à mesma hora. Se foi registado com cada utilizador, anule um dos dois.',
  ],
});

const SHOWN_MAX = 20;

interface AmendingProps {
  readonly work: Work;
  /** The title once all matches have been tried. */
  readonly done: string;
  /** Called once every match was amended. */
  readonly onComplete?: () => void;
  /** Shown whenever nothing is being amended. @param isComplete every match was amended */
  readonly children?: (isComplete: boolean) => ReactNode;
}

/** Changes rosters and plans, and amends matches one after the other, with progress, a stop, and what happened to them. */
export function Amending({ work, done, onComplete = () => {}, children }: AmendingProps) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [merging] = useState(() => new Merging(work, draw, onComplete));
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    content.current?.focus();
    void merging.go();
    return () => merging.stop();
  }, [merging]);
  const { state, total, failures, nearby } = merging;
  const isBusy = state === 'changing' || state === 'stopping';
  const isComplete = state === 'done' && failures.length === 0;
  useEffect(() => {
    if (!isBusy) void refresh('player');
  }, [isBusy]);
  useLeaveQuestion(isBusy, t.leave);
  const title = state === 'done' ? done : t[state];
  return (
    <>
      <section ref={content} className="step" tabIndex={-1} aria-label={title}>
        <Tile title={title}>
          <Progress
            label={title}
            done={merging.done}
            total={total}
            text={fill(words.progress, { done: merging.done, total })}
          />
          <Counts
            counts={[
              [t.amended, merging.amended],
              [t.voided, merging.voided],
              [t.refused, failures.length],
            ]}
          />
          <RunState run={merging} isBusy={isBusy} stoppedNote={t.stoppedNote} onGo={() => void merging.go()} />
        </Tile>
      </section>
      {failures.length > 0 && (
        <Tile title={t.refused}>
          <MatchReasons reasons={failures.map(({ match, error }) => ({ match, reason: reasonOf(error) }))} />
        </Tile>
      )}
      {nearby.length > 0 && (
        <Tile title={t.nearby} note={t.nearbyNote}>
          <MatchReasons reasons={nearby.map((match) => ({ match, reason: null }))} />
        </Tile>
      )}
      {!isBusy && children?.(isComplete)}
    </>
  );
}

const reasonOf = (error: Failure['error']): string => (error === null ? t.changed : explain(error));

const namesIn = ({ match: { participants } }: MatchToMerge): string =>
  (['A', 'B'] as const).map((team) => pairNames(participants.filter((one) => one.team === team))).join(' – ');

interface MatchReasonsProps {
  readonly reasons: readonly { readonly match: MatchToMerge; readonly reason: string | null }[];
}

function MatchReasons({ reasons }: MatchReasonsProps) {
  return (
    <>
      <ul>
        {reasons.slice(0, SHOWN_MAX).map(({ match, reason }) => (
          <li key={match.id}>
            <Link to="/matches/$id" params={{ id: match.id }}>
              {formatMoment(match.played_at)} · {namesIn(match)}
            </Link>
            {reason !== null && <p className="quiet">{reason}</p>}
          </li>
        ))}
      </ul>
      {reasons.length > SHOWN_MAX && <p className="quiet">{fill(words.more, { n: reasons.length - SHOWN_MAX })}</p>}
    </>
  );
}

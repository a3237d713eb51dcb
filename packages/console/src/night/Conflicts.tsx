/** Entries that the service refused: shown large, and kept until the person decides. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../language.ts';
import { type Court, courtName, type NameOf, pairName, type ResultEntry, scoreText } from './results.ts';

const t = texts({
  differs: [
    '{court}, round {n}: two results',
    '{court}, ronda {n}: dos resultados',
    '{court}, ronda {n}: dois resultados',
  ],
  theirs: ['Already entered', 'Ya anotado', 'Já registado'],
  byLink: ['Entered with a link', 'Anotado con un enlace', 'Registado com um link'],
  none: ['no result', 'sin resultado', 'sem resultado'],
  yours: ['You entered', 'Has anotado', 'Registou'],
  keep: ['Keep {score}', 'Dejar {score}', 'Manter {score}'],
  replace: ['Replace with {score}', 'Cambiar a {score}', 'Mudar para {score}'],
  changed: [
    '{court}, round {n}: other players now',
    '{court}, ronda {n}: ahora juegan otros',
    '{court}, ronda {n}: agora jogam outros',
  ],
  changedNote: [
    'The round was drawn again. You entered {score} for {a} – {b}.',
    'La ronda se sorteó de nuevo. Has anotado {score} para {a} – {b}.',
    'A ronda foi sorteada de novo. Registou {score} para {a} – {b}.',
  ],
  refused: ['{court}, round {n}: not stored', '{court}, ronda {n}: no guardado', '{court}, ronda {n}: não guardado'],
  refusedNote: [
    'You entered {score} for {a} – {b}.',
    'Has anotado {score} para {a} – {b}.',
    'Registou {score} para {a} – {b}.',
  ],
  again: ['Enter again', 'Anotar otra vez', 'Registar de novo'],
  drop: ['Drop it', 'Descartar', 'Descartar'],
});

export interface ConflictProps {
  readonly round: number;
  readonly court: Court;
  readonly yours: ResultEntry;
  /** The result that the court has; null if it was removed. */
  readonly theirs: Api.NightResult | null;
  readonly nameOf: NameOf;
  readonly onKeep: () => void;
  readonly onReplace: () => void;
}

/** Two different results of a court: keep the other one, or replace it. */
export function Conflict({ round, court, yours, theirs, nameOf, onKeep, onReplace }: ConflictProps) {
  const own = scoreText(yours, court, nameOf);
  const other = theirs === null ? t.none : scoreText(theirs, court, nameOf);
  return (
    <section className="conflict" role="alert">
      <h2>{fill(t.differs, { court: courtName(court), n: round })}</h2>
      <p>
        {pairName(court, 'A', nameOf)} – {pairName(court, 'B', nameOf)}
      </p>
      <dl>
        <div>
          <dt>{theirs?.by === 'link' ? t.byLink : t.theirs}</dt>
          <dd>{other}</dd>
        </div>
        <div>
          <dt>{t.yours}</dt>
          <dd>{own}</dd>
        </div>
      </dl>
      <div className="actions">
        <button type="button" onClick={onKeep}>
          {fill(t.keep, { score: other })}
        </button>
        <button type="button" className="main" onClick={onReplace}>
          {fill(t.replace, { score: own })}
        </button>
      </div>
    </section>
  );
}

export interface RefusedProps {
  readonly round: number;
  /** The court with the players that the person saw. */
  readonly court: Court;
  readonly entry: ResultEntry;
  readonly nameOf: NameOf;
  /** Why, in a sentence; null if the court has other players now. */
  readonly reason: string | null;
  /** Opens the pad again. Default: it cannot be entered again. */
  readonly onAgain?: () => void;
  readonly onDrop: () => void;
}

/** An entry that the service refused. */
export function Refused({ round, court, entry, nameOf, reason, onAgain, onDrop }: RefusedProps) {
  const values = {
    n: round,
    court: courtName(court),
    score: scoreText(entry, court, nameOf),
    a: pairName(court, 'A', nameOf),
    b: pairName(court, 'B', nameOf),
  };
  return (
    <section className="conflict" role="alert">
      <h2>{fill(reason === null ? t.changed : t.refused, values)}</h2>
      <p>{fill(reason === null ? t.changedNote : t.refusedNote, values)}</p>
      {reason !== null && <p>{reason}</p>}
      <div className="actions">
        <button type="button" onClick={onDrop}>
          {t.drop}
        </button>
        {onAgain !== undefined && (
          <button type="button" className="main" onClick={onAgain}>
            {t.again}
          </button>
        )}
      </div>
    </section>
  );
}

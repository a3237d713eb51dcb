/** Entries that the service refused: shown large, and kept until the person decides. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../language.ts';
import type { Problem } from './problem.ts';
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

interface ShownProps {
  readonly round: number;
  /** The court with the players that the person saw. */
  readonly court: Court;
  readonly entry: ResultEntry;
  readonly nameOf: NameOf;
  readonly onDrop: () => void;
}

interface ConflictProps extends ShownProps {
  /** The result that the court has; null if it was removed. */
  readonly theirs: Api.NightResult | null;
  readonly onReplace: () => void;
}

/** Two different results of a court: keep the other one, or replace it. */
function Conflict({ round, court, entry, theirs, nameOf, onDrop, onReplace }: ConflictProps) {
  const own = scoreText(entry, court, nameOf);
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
        <button type="button" onClick={onDrop}>
          {fill(t.keep, { score: other })}
        </button>
        <button type="button" className="main" onClick={onReplace}>
          {fill(t.replace, { score: own })}
        </button>
      </div>
    </section>
  );
}

interface RefusedProps extends ShownProps {
  /** Why, in a sentence; null if the court has other players now. */
  readonly reason: string | null;
  readonly onAgain: () => void;
}

/** An entry that the service refused. */
function Refused({ round, court, entry, nameOf, reason, onAgain, onDrop }: RefusedProps) {
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
        {reason !== null && (
          <button type="button" className="main" onClick={onAgain}>
            {t.again}
          </button>
        )}
      </div>
    </section>
  );
}

interface UnstoredEntryProps extends ShownProps {
  readonly problem: Problem;
  /** Sends the entry in place of the result that is stored. @param seen its revision; null if there is none */
  readonly onReplace: (seen: number | null) => void;
  /** Sends the entry again. */
  readonly onAgain: () => void;
}

/** An entry that is not stored, with the choices that the person has. */
export function UnstoredEntry({ problem, onReplace, onAgain, ...shown }: UnstoredEntryProps) {
  if (problem.kind === 'conflict') {
    const { theirs } = problem;
    return <Conflict {...shown} theirs={theirs} onReplace={() => onReplace(theirs?.revision ?? null)} />;
  }
  return <Refused {...shown} reason={problem.kind === 'lineup' ? null : problem.reason} onAgain={onAgain} />;
}

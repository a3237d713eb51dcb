/** Entries that the service refused: shown large, and kept until the person decides. */
import { texts } from '../language.ts';
import { courtName, pairName, scoreText } from '../results/court.ts';
import type { OpenNight } from '../results/engine.ts';
import { drop, type Entry, type ResultEntry } from '../results/entries.ts';
import { useEntries } from '../results/hooks.ts';

const t = texts('console.night.kept_entries');

const nameIn =
  ({ names }: Entry) =>
  (number: number): string =>
    names[number] ?? `#${number}`;

const textOf = (result: ResultEntry | null, entry: Entry): string =>
  result === null ? t('none') : scoreText(result, entry.court, nameIn(entry));

export function KeptEntries({ open }: { readonly open: OpenNight }) {
  const { engine, refresh } = open;
  return useEntries(open).refused.map((entry) => (
    <Refused
      key={entry.id}
      entry={entry}
      onDrop={() => void engine.outbox.update(drop(entry)).then(refresh)}
      onRetry={(seen) => engine.retry(entry, seen)}
    />
  ));
}

interface RefusedProps {
  readonly entry: Entry;
  readonly onDrop: () => void;
  /** Sends the entry again. @param seen the revision of the result that it replaces; null if there is none */
  readonly onRetry: (seen: number | null) => void;
}

/** An entry that is not stored, with the choices that the person has. */
function Refused({ entry, onDrop, onRetry }: RefusedProps) {
  const { problem, round, court, result, seen } = entry;
  const values = {
    n: round,
    court: courtName(court),
    score: textOf(result, entry),
    a: pairName(court, 'A', nameIn(entry)),
    b: pairName(court, 'B', nameIn(entry)),
  };
  if (problem?.kind === 'conflict') {
    const { theirs } = problem;
    return (
      <section className="conflict" role="alert">
        <h2>{t('differs', values)}</h2>
        <p>
          {values.a} – {values.b}
        </p>
        <dl>
          <div>
            <dt>{theirs?.by === 'link' ? t('by_link') : t('theirs')}</dt>
            <dd>{textOf(theirs, entry)}</dd>
          </div>
          <div>
            <dt>{t('yours')}</dt>
            <dd>{values.score}</dd>
          </div>
        </dl>
        <Choice
          left={t('keep', { score: textOf(theirs, entry) })}
          onLeft={onDrop}
          main={t('replace', values)}
          onMain={() => onRetry(theirs?.revision ?? null)}
        />
      </section>
    );
  }
  const reason = problem?.kind === 'refused' ? problem.reason : null;
  return (
    <section className="conflict" role="alert">
      <h2>{t(reason === null ? 'changed' : 'refused', values)}</h2>
      <p>{t(reason === null ? 'changed_note' : 'refused_note', values)}</p>
      {reason !== null && <p>{reason}</p>}
      <Choice
        left={t('drop')}
        onLeft={onDrop}
        {...(reason !== null && { main: t('again'), onMain: () => onRetry(seen) })}
      />
    </section>
  );
}

interface ChoiceProps {
  readonly left: string;
  readonly onLeft: () => void;
  readonly main?: string;
  readonly onMain?: () => void;
}

const Choice = ({ left, onLeft, main, onMain }: ChoiceProps) => (
  <div className="actions">
    <button type="button" onClick={onLeft}>
      {left}
    </button>
    {main !== undefined && (
      <button type="button" className="main" onClick={onMain}>
        {main}
      </button>
    )}
  </div>
);

interface EntryListProps {
  readonly entries: readonly Entry[];
  readonly onDrop: (entry: Entry) => void;
}

export function EntryList({ entries, onDrop }: EntryListProps) {
  return (
    <ul className="cards">
      {entries.map((entry) => {
        const { court, round, result } = entry;
        return (
          <li key={entry.id} className="row unsent">
            <span className="quiet small">{t('slot', { court: courtName(court), n: round })}</span>
            <span>
              {pairName(court, 'A', nameIn(entry))} – {pairName(court, 'B', nameIn(entry))}
            </span>
            <strong>{textOf(result, entry)}</strong>
            <button type="button" className="plain" onClick={() => onDrop(entry)}>
              {t('drop')}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

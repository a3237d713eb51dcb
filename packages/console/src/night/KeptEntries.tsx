/** Entries that the service refused, and those of a link that has ended. Each is kept until the person decides. */
import { fill, texts } from '../language.ts';
import { Conflict, Refused } from './Conflicts.tsx';
import { type OpenLink, useEntries } from './link.ts';
import { type Entry, newId } from './outbox/outbox.ts';
import { courtName, pairName, scoreText } from './results.ts';

const t = texts({
  place: ['{court}, round {n}', '{court}, ronda {n}', '{court}, ronda {n}'],
  drop: ['Drop it', 'Descartar', 'Descartar'],
});

const nameIn =
  ({ names }: Entry) =>
  (number: number): string =>
    names[number] ?? `#${number}`;

export function KeptEntries({ link }: { readonly link: OpenLink }) {
  const { outbox, sender, reader } = link;
  return useEntries(link).map((entry) => {
    const { problem, round, court } = entry;
    if (problem === null) return null;
    const key = `${round}.${court.court}`;
    const shown = { round, court, nameOf: nameIn(entry) };
    const drop = () => void outbox.remove(entry).then(() => reader.read());
    const send = (seen: number | null) =>
      void outbox.put({ ...entry, id: newId(), seen, problem: null }).then(() => sender.wake());
    if (problem.kind === 'conflict') {
      const { theirs } = problem;
      return (
        <Conflict
          {...shown}
          key={key}
          yours={entry.entry}
          theirs={theirs}
          onKeep={drop}
          onReplace={() => send(theirs?.revision ?? null)}
        />
      );
    }
    return (
      <Refused
        {...shown}
        key={key}
        entry={entry.entry}
        reason={problem.kind === 'lineup' ? null : problem.reason}
        onDrop={drop}
        {...(problem.kind === 'refused' && { onAgain: () => send(entry.seen) })}
      />
    );
  });
}

interface EntryListProps {
  readonly entries: readonly Entry[];
  readonly onDrop: (entry: Entry) => void;
}

export function EntryList({ entries, onDrop }: EntryListProps) {
  return (
    <ul className="cards">
      {entries.map((entry) => {
        const { court, round, entry: result } = entry;
        return (
          <li key={entry.id} className="row unsent">
            <span className="quiet small">{fill(t.place, { court: courtName(court), n: round })}</span>
            <span>
              {pairName(court, 'A', nameIn(entry))} – {pairName(court, 'B', nameIn(entry))}
            </span>
            <strong>{scoreText(result, court, nameIn(entry))}</strong>
            <button type="button" className="plain" onClick={() => onDrop(entry)}>
              {t.drop}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

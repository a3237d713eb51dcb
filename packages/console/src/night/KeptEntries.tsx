/** Entries that the service refused, and those of a link that has ended. Each is kept until the person decides. */
import { fill, texts } from '../language.ts';
import { UnstoredEntry } from './Conflicts.tsx';
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
  return useEntries(link).map((kept) => {
    const { problem, round, court, entry } = kept;
    if (problem === null) return null;
    const send = (seen: number | null) =>
      void outbox.put({ ...kept, id: newId(), seen, problem: null }).then(() => sender.wake());
    return (
      <UnstoredEntry
        key={`${round}.${court.court}`}
        round={round}
        court={court}
        entry={entry}
        problem={problem}
        nameOf={nameIn(kept)}
        onDrop={() => void outbox.remove(kept).then(() => reader.read())}
        onReplace={send}
        onAgain={() => send(kept.seen)}
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

import { texts } from '../../language.ts';
import { EntryList } from '../../night/KeptEntries.tsx';
import type { OpenNight } from '../../results/engine.ts';
import { drop, type Entry } from '../../results/entries.ts';
import { useEntries } from '../../results/hooks.ts';

const t = texts('console.plan.entries_of_others');

/** Entries of other people at this device. They wait: nobody sends them in another name. */
export function EntriesOfOthers({ open }: { readonly open: OpenNight }) {
  const { ofOthers } = useEntries(open);
  const nameOf = ({ ownerName }: Entry) => ownerName ?? t('someone');
  return [...new Set(ofOthers.map(nameOf))].map((name) => (
    <section key={name} className="stack">
      <div>
        <h2>{t('title', { name })}</h2>
        <p>{t('hint', { name })}</p>
      </div>
      <EntryList
        entries={ofOthers.filter((entry) => nameOf(entry) === name)}
        onDrop={(entry) => void open.engine.outbox.update(drop(entry))}
      />
    </section>
  ));
}

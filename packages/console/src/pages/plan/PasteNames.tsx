import { pastedNames } from '@bandeja/importer';
import { useEffect, useId, useRef, useState } from 'react';
import { texts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Select } from '../../parts/Field.tsx';
import { sharedNames } from '../../parts/people.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { explain, Refusal } from '../../problems.ts';
import { needs, useForbidden } from '../../rights.ts';
import type { Draft } from './draft.ts';
import { lookUpAll, registerPrivate } from './find-players.ts';
import type { NamedPlayer, Person } from './named-players.ts';
import { arrivalsOf, isEdited, NEW, OPEN, type PastedRow, pairsOf, rowOf } from './pasted-rows.ts';

const t = texts('console.plan.paste_names');

interface PasteNamesProps {
  /** Whether the players of the night come in pairs. */
  readonly isOfPairs: boolean;
  /** @param pairs the players that were pasted as pairs, such as “Ana y Bea” */
  readonly onAdd: (
    players: readonly Person[],
    pairs: readonly (readonly Person[])[],
    arrivals: Draft['arrivals'],
  ) => void;
}

/** Names from a chat or a list: known players are found, the others become private players in one tap. */
export function PasteNames({ isOfPairs, onAdd }: PasteNamesProps) {
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<readonly NamedPlayer[] | null>(null);
  // Kept when the sheet is cancelled.
  const [pasted, setPasted] = useState('');
  const close = () => {
    setOpen(false);
    setFound(null);
  };
  const add: PasteNamesProps['onAdd'] = (...added) => {
    onAdd(...added);
    setPasted('');
    close();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('open')}
      </button>
      {isOpen && (
        <Sheet title={t('open')} onClose={close}>
          {found === null ? (
            <Names pasted={pasted} isOfPairs={isOfPairs} onPaste={setPasted} onFound={setFound} onCancel={close} />
          ) : (
            <Found found={found} onAdd={add} onCancel={close} />
          )}
        </Sheet>
      )}
    </>
  );
}

interface NamesProps extends Pick<PasteNamesProps, 'isOfPairs'> {
  readonly pasted: string;
  readonly onPaste: (pasted: string) => void;
  readonly onFound: (found: readonly NamedPlayer[]) => void;
  readonly onCancel: () => void;
}

function Names({ pasted, isOfPairs, onPaste, onFound, onCancel }: NamesProps) {
  const id = useId();
  return (
    <Form
      changes={[]}
      submit={t('find')}
      onCancel={onCancel}
      onSubmit={() => lookUpAll(pastedNames(pasted, isOfPairs))}
      onDone={onFound}
    >
      <div className="field">
        <label htmlFor={id}>{t('names')}</label>
        <textarea
          id={id}
          rows={8}
          required
          value={pasted}
          onChange={(event) => onPaste(event.target.value)}
          aria-describedby={`${id}-hint`}
        />
        <small id={`${id}-hint`} className="quiet">
          {t('hint')}
        </small>
      </div>
    </Form>
  );
}

/** Looks up the names that were edited. @returns puts what was found into the rows, unless they have changed since */
async function lookUpEdited(rows: readonly PastedRow[]): Promise<(now: readonly PastedRow[]) => PastedRow[]> {
  const edited = rows.filter((row) => row.isTaken && isEdited(row));
  const found = await lookUpAll(edited.map((row) => ({ ...row, name: row.text.trim(), isLikely: true })));
  return (now) =>
    now.map((row) => {
      const again = found[edited.indexOf(row)];
      return again === undefined ? row : rowOf(again, row.key);
    });
}

interface FoundProps extends Pick<PasteNamesProps, 'onAdd'> {
  readonly found: readonly NamedPlayer[];
  readonly onCancel: () => void;
}

function Found({ found, onAdd, onCancel }: FoundProps) {
  const [rows, setRows] = useState<readonly PastedRow[]>(found.map(rowOf));
  const forbidden = useForbidden(needs.writePlayers);
  // After a fault, players that were registered are not registered again.
  const registered = useRef(new Map<string, Person>());
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const taken = rows.filter(({ isTaken }) => isTaken);
  const fresh = taken.filter(({ choice }) => choice === NEW).length;
  const hasEdited = taken.some(isEdited);

  async function register(): Promise<ReadonlyMap<PastedRow, Person>> {
    const players = new Map<PastedRow, Person>();
    for (const row of taken) {
      const { name, choice, candidates } = row;
      // After Cancel, no more players are registered.
      if (!isShown.current) break;
      const known = candidates.find(({ username }) => username === choice);
      const player = known ?? registered.current.get(name) ?? (await registerNamed(name));
      if (known === undefined) registered.current.set(name, player);
      players.set(row, player);
    }
    return players;
  }

  return (
    <Form
      submit={hasEdited ? t('find') : t(fresh === 0 ? 'add' : 'add_new', { n: taken.length, fresh })}
      isReady={fresh === 0 || forbidden === null}
      onCancel={onCancel}
      changes={[]}
      onSubmit={async () => {
        if (hasEdited) return setRows(await lookUpEdited(rows));
        const players = await register();
        if (isShown.current) onAdd([...players.values()], pairsOf(players), arrivalsOf(players));
      }}
    >
      <ul className="found">
        {rows.map((row, index) => (
          <FoundName key={row.key} row={row} onChange={(changed) => setRows((now) => now.with(index, changed))} />
        ))}
      </ul>
      {fresh > 0 && forbidden !== null && <small className="quiet">{forbidden}</small>}
    </Form>
  );
}

async function registerNamed(name: string): Promise<Person> {
  try {
    return await registerPrivate(name);
  } catch (error) {
    throw new Refusal(t('failed', { name, reason: explain(error) }));
  }
}

function FoundName({ row, onChange }: { readonly row: PastedRow; readonly onChange: (row: PastedRow) => void }) {
  const { text, isTaken, choice, name, exact, candidates, arrival, fromRound, remark } = row;
  const shared = sharedNames(candidates);
  return (
    <li>
      <div className="found-name">
        <input
          type="checkbox"
          aria-label={t('take', { name: text })}
          checked={isTaken}
          onChange={(event) => onChange({ ...row, isTaken: event.target.checked })}
        />
        <input
          aria-label={t('edit')}
          value={text}
          maxLength={80}
          required={isTaken}
          autoComplete="off"
          disabled={!isTaken}
          onChange={(event) => onChange({ ...row, text: event.target.value })}
        />
        {isTaken && !isEdited(row) && exact !== null && <span className="chip good">✓ {t('found')}</span>}
        {isTaken && !isEdited(row) && candidates.length === 0 && <span className="chip pending">{t('fresh')}</span>}
      </div>
      {isTaken && !isEdited(row) && exact === null && candidates.length > 0 && (
        <Select
          label={t('choose', { name })}
          value={choice}
          required
          onChange={(event) => onChange({ ...row, choice: event.target.value })}
        >
          <option value={OPEN} disabled>
            {t('choose_one')}
          </option>
          {candidates.map(({ username, display_name }) => (
            <option key={username} value={username}>
              {shared.has(display_name) ? `${display_name} (${username})` : display_name}
            </option>
          ))}
          <option value={NEW}>{t('fresh')}</option>
        </Select>
      )}
      {isTaken && fromRound !== null && <small className="quiet">{t('late', { n: fromRound })}</small>}
      {isTaken && arrival !== null && fromRound === null && <small>{t('unused', { text: arrival })}</small>}
      {isTaken && remark !== null && <small>{t('remark', { text: remark })}</small>}
    </li>
  );
}

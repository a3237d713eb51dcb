import {
  type Decision,
  type Decisions,
  type Doubt,
  decideMarked,
  followed,
  type MarkedNames,
  markChoices,
  markedNames,
  type Names,
  offered,
} from '@bandeja/importer';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { rowsText } from './parts.tsx';

const t = texts('console.import.unclear');

const doubtTexts = texts('console.import.doubts');

interface UnclearProps {
  readonly names: Names;
  readonly decisions: Decisions;
  readonly onDecide: (decisions: Decisions) => void;
}

/** The names that may mean several people, with a question for each. */
export function Unclear({ names, decisions, onDecide }: UnclearProps) {
  const unclear = names.people.toSettle.flatMap(({ name, meaning }) =>
    meaning.kind === 'unclear' ? [{ name, doubt: meaning.doubt }] : [],
  );
  if (unclear.length === 0) return null;
  return (
    <Tile title={t('decide')} note={t('decide_note')}>
      <ul className="unclear">
        {markedNames(names).map((marked) => (
          <li key={marked.mark}>
            <AllMarked names={names} marked={marked} decisions={decisions} onDecide={onDecide} />
          </li>
        ))}
        {unclear.map(({ name, doubt }) => (
          <li key={name.key}>
            <UnclearName
              names={names}
              name={name.name}
              rows={name.rows}
              doubt={doubt}
              decisions={decisions}
              onDecide={(decision) => {
                const { [name.name]: _, ...others } = decisions;
                onDecide(decision === null ? others : { ...others, [name.name]: decision });
              }}
            />
          </li>
        ))}
      </ul>
    </Tile>
  );
}

/** One decision for all names with the same mark. */
function AllMarked({ names, marked, decisions, onDecide }: UnclearProps & { readonly marked: MarkedNames }) {
  const isMade = (made: Decisions) => marked.names.every((name) => isSame(decisions[name] ?? null, made[name] ?? null));
  const chosen = markChoices.find((choice) => isMade(decideMarked(names, marked, choice)));
  return (
    <Select
      label={t('all_marked', { n: marked.names.length, mark: marked.mark })}
      value={chosen ?? ''}
      onChange={({ target: { value } }) => {
        const others = Object.entries(decisions).filter(([name]) => !marked.names.includes(name));
        const choice = markChoices.find((one) => one === value);
        onDecide({ ...Object.fromEntries(others), ...(choice && decideMarked(names, marked, choice)) });
      }}
    >
      <option value="">{t('each')}</option>
      <option value="plain">{t('plain')}</option>
      <option value="new">{t('another')}</option>
      <option value="out">{t('all_out')}</option>
    </Select>
  );
}

interface UnclearNameProps {
  readonly names: Names;
  readonly name: string;
  readonly rows: number;
  readonly doubt: Doubt;
  readonly decisions: Decisions;
  readonly onDecide: (decision: Decision | null) => void;
}

const isSame = (one: Decision | null, other: Decision | null): boolean => JSON.stringify(one) === JSON.stringify(other);

function labelOf(decision: Decision): string {
  if (decision.kind === 'player') return `${decision.displayName} (${decision.username})`;
  if (decision.kind === 'same') return t('same', { name: decision.name });
  return decision.kind === 'new' ? t('is_new', { username: decision.username }) : t('out');
}

function UnclearName({ names, name, rows, doubt, decisions, onDecide }: UnclearNameProps) {
  const [isSearching, setSearching] = useState(false);
  const options = offered(names, name);
  const decision = decisions[name] ?? null;
  const chosen = options.findIndex((one) => isSame(decision, one));
  const isOther = chosen < 0 && decision !== null;
  const last = decision === null ? null : followed(name, decisions);
  return (
    <>
      <Select
        label={t('who_is', { name, rows: rows === 0 ? t('other_fault') : rowsText(rows) })}
        value={isSearching || isOther ? 'other' : chosen < 0 ? '' : String(chosen)}
        onChange={({ target: { value } }) => {
          setSearching(value === 'other');
          onDecide(options[value === '' ? -1 : Number(value)] ?? null);
        }}
      >
        <option value="">{t('open')}</option>
        {options.map((option, index) => (
          <option key={labelOf(option)} value={index}>
            {labelOf(option)}
          </option>
        ))}
        <option value="other">{t('other')}</option>
      </Select>
      <small className="quiet">{doubtTexts(doubt)}</small>
      {typeof last === 'string' && decision?.kind === 'same' && (
        <p className="warn">{last === 'circle' ? t('circle') : t('both', { name: decision.name })}</p>
      )}
      {isOther && <p>{labelOf(decision)}</p>}
      {isSearching && !isOther && (
        <Form
          submit={t('find')}
          changes={[]}
          onSubmit={(values) => playerAt(names, textOf(values, 'username') ?? '')}
          onDone={(player) => {
            setSearching(false);
            onDecide(player);
          }}
        >
          <Field label={t('username')} name="username" required autoComplete="off" autoCapitalize="none" />
        </Form>
      )}
    </>
  );
}

/** A new player of the file, or one that exists. */
async function playerAt({ people }: Names, username: string): Promise<Decision> {
  const fresh = people.newPersonAt(username);
  if (fresh !== undefined) return { kind: 'same', name: fresh.displayName, username };
  const player = await bandeja().players.get(username);
  return { kind: 'player', username: player.username, displayName: player.display_name };
}

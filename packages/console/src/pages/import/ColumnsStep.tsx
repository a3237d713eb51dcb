import {
  type Answers,
  type Column,
  encodings,
  type FileColumn,
  type Import,
  ImportFault,
  type PlayersKind,
} from '@bandeja/importer';
import { useId } from 'react';
import { texts } from '../../language.ts';
import { Field, Select } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { columnGroups, columnLabel, rowsOf } from './messages.ts';
import type { OpenedAs, PlayerChoices } from './opening.ts';
import { Preview } from './Preview.tsx';
import { QuestionFields } from './QuestionFields.tsx';

const t = texts('console.import.columns_step');

interface ColumnsStepProps {
  readonly importing: Import;
  /** Whether an open import decides how the file is read. */
  readonly isFixed: boolean;
  readonly players: PlayerChoices;
  readonly onAnswer: (answers: Partial<Answers>) => void;
  readonly onPlayers: (kind: PlayersKind) => void;
  /** Opens another sheet, or reads the text in another encoding. */
  readonly onReopen: (as: Pick<OpenedAs, 'sheet' | 'encoding'>) => void;
  readonly onDone: () => void;
}

export function ColumnsStep({ importing, isFixed, players, onAnswer, onPlayers, onReopen, onDone }: ColumnsStepProps) {
  const { columns, file } = importing;
  const rows = rowsOf(importing);
  const isOpen = rows instanceof ImportFault;
  const kind = players.kind ?? (isOpen ? 'names' : importing.playersLook);
  const idKind = typeof kind === 'object' ? kind.ids : null;
  return (
    <div className={columns.length > 0 ? 'reading' : 'stack'}>
      <Preview importing={importing} rows={rows} />
      {columns.length > 0 && (
        <Tile title={t('columns')} note={isFixed ? t('fixed') : t('columns_note')}>
          <fieldset className="flat" disabled={isFixed}>
            {file.sheets.length > 1 && (
              <Select
                label={t('sheet')}
                value={file.sheet ?? ''}
                onChange={(event) => onReopen({ sheet: event.target.value, encoding: null })}
              >
                {file.sheets.map((sheet) => (
                  <option key={sheet}>{sheet}</option>
                ))}
              </Select>
            )}
            {file.encoding !== null && file.encoding !== 'utf-8' && (
              <Select
                label={t('encoding')}
                value={file.encoding}
                onChange={(event) => onReopen({ sheet: null, encoding: event.target.value })}
              >
                {[...new Set([file.encoding, ...encodings])].map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            )}
            <ul className="file-columns">
              {columns.map((column) => (
                <ColumnOfFile
                  key={column.place}
                  column={column}
                  onChange={(meaning) => {
                    const meanings = columns.map((one) => (one === column ? meaning : one.meaning));
                    // What other columns were asked is not an answer for these.
                    onAnswer({ meanings, dates: null, scores: null, zero: null });
                  }}
                />
              ))}
            </ul>
          </fieldset>
        </Tile>
      )}
      <div className="stack">
        <Tile title={t('open')}>
          <fieldset className="flat" disabled={isFixed}>
            <QuestionFields
              questions={importing.questions}
              answers={importing.answers}
              rows={rows}
              onAnswer={onAnswer}
              onEncoding={(encoding) => onReopen({ sheet: null, encoding })}
            />
            <Select
              label={t('players')}
              value={idKind === null ? (kind as string) : 'ids'}
              onChange={({ target: { value } }) =>
                onPlayers(value === 'ids' ? { ids: '' } : value === 'names' ? 'names' : 'usernames')
              }
            >
              <option value="names">{t('names')}</option>
              <option value="usernames">{t('usernames')}</option>
              <option value="ids">{t('ids')}</option>
            </Select>
            {idKind !== null && (
              <Field
                label={t('id_kind')}
                maxLength={32}
                autoComplete="off"
                autoCapitalize="none"
                value={idKind}
                onChange={(event) => onPlayers({ ids: event.target.value.trim().toLowerCase() })}
              />
            )}
          </fieldset>
        </Tile>
        <div className="actions end">
          <button
            type="button"
            className="main"
            disabled={isOpen || idKind === ''}
            onClick={() => {
              onPlayers(kind);
              onDone();
            }}
          >
            {t('next')}
          </button>
        </div>
      </div>
    </div>
  );
}

interface ColumnOfFileProps {
  readonly column: FileColumn;
  readonly onChange: (meaning: Column | null) => void;
}

function ColumnOfFile({ column: { place, name, samples, meaning, isFlag }, onChange }: ColumnOfFileProps) {
  const id = useId();
  return (
    <li className={meaning === null && !isFlag ? 'unused' : undefined}>
      <label htmlFor={id}>{name === '' ? t('nameless', { n: place + 1 }) : name}</label>
      <ul id={`${id}-values`} className="samples small quiet">
        {samples.length === 0 && <li>{t('no_values')}</li>}
        {samples.map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
      <select
        id={id}
        aria-describedby={`${id}-values`}
        value={meaning ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : (event.target.value as Column))}
      >
        <option value="">{isFlag ? t('flag') : t('unused')}</option>
        {columnGroups().map(([label, columns]) => (
          <optgroup key={label} label={label}>
            {columns.map((one) => (
              <option key={one} value={one}>
                {columnLabel(one)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </li>
  );
}

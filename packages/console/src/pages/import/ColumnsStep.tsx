import type { Column } from '@bandeja/importer/column-names';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { fill, texts } from '../../language.ts';
import { Field, Select } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { columnGroups, columnLabel } from './labels.ts';
import { Preview } from './Preview.tsx';
import { FileProblem, LOCAL } from './parts.tsx';
import { QuestionFields } from './QuestionFields.tsx';
import { type Choices, type ChosenFile, type FileColumn, meaningsOf, type Read, readChosen } from './reading.ts';

const t = texts({
  columns: ['What each column is', 'Qué es cada columna', 'O que é cada coluna'],
  columnsNote: [
    'Recognized by the headers, with the first values of each. Change the wrong ones.',
    'Reconocidas por los encabezados, con los primeros valores de cada una. Cambia lo que no sea correcto.',
    'Reconhecidas pelos cabeçalhos, com os primeiros valores de cada uma. Altere o que estiver errado.',
  ],
  nameless: ['Column {n}, without a header', 'Columna {n}, sin encabezado', 'Coluna {n}, sem cabeçalho'],
  unused: ['Not used', 'No se usa', 'Não se usa'],
  noValues: ['No values', 'Sin valores', 'Sem valores'],
  sheet: ['Sheet', 'Hoja', 'Folha'],
  encoding: ['Encoding', 'Codificación', 'Codificação'],
  open: ['How the file is read', 'Cómo se lee el archivo', 'Como se lê o ficheiro'],
  players: ['The players of the file are', 'Los jugadores del archivo son', 'Os jogadores do ficheiro são'],
  names: ['names', 'nombres', 'nomes'],
  ids: [
    'Your ids, such as licences',
    'Tus identificadores, por ejemplo licencias',
    'Os seus identificadores, por exemplo licenças',
  ],
  idKind: ['Kind of the ids', 'Tipo de los identificadores', 'Tipo dos identificadores'],
  usernames: ['usernames', 'nombres de usuario', 'nomes de utilizador'],
  next: ['Continue to the players', 'Seguir con los jugadores', 'Continuar para os jogadores'],
});

/** As TextDecoder calls them. */
const ENCODINGS =
  'utf-8 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 iso-8859-2 koi8-r ibm866 macintosh'.split(
    ' ',
  );

interface ColumnsStepProps {
  readonly file: ChosenFile;
  readonly number: number;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
  readonly onDone: (read: Read) => void;
}

export function ColumnsStep({ file, number, choices, onChange, onDone }: ColumnsStepProps) {
  const read = useQuery({
    queryKey: ['import-read', number, choices],
    queryFn: () => readChosen(file, choices),
    placeholderData: keepPreviousData,
    ...LOCAL,
  });
  const change = (changes: Partial<Choices>) => onChange({ ...choices, ...changes });
  const meanings = meaningsOf(file, choices);
  const sheets = file.table?.sheets ?? [];
  const encoding = file.table?.encoding ?? null;
  return (
    <div className={file.columns.length > 0 ? 'reading' : 'stack'}>
      {read.error !== null ? (
        <FileProblem error={read.error} />
      ) : (
        <Loaded query={read}>{(data) => <Preview read={data} />}</Loaded>
      )}
      {file.columns.length > 0 && (
        <Tile title={t.columns} note={t.columnsNote}>
          {sheets.length > 1 && (
            <Select
              label={t.sheet}
              value={file.table?.sheet ?? ''}
              onChange={(event) => change({ sheet: event.target.value, columns: null })}
            >
              {sheets.map((sheet) => (
                <option key={sheet}>{sheet}</option>
              ))}
            </Select>
          )}
          {encoding !== null && (encoding !== 'utf-8' || choices.encoding !== null) && (
            <Select
              label={t.encoding}
              value={encoding}
              onChange={(event) => change({ encoding: event.target.value, columns: null })}
            >
              {[...new Set([encoding, ...ENCODINGS])].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
          <ul className="file-columns">
            {file.columns.map((column) => (
              <ColumnOfFile
                key={column.place}
                column={column}
                meaning={meanings[column.place] ?? null}
                onChange={(meaning) => change({ columns: meanings.with(column.place, meaning) })}
              />
            ))}
          </ul>
        </Tile>
      )}
      {read.data !== undefined && read.error === null && (
        <div className="stack">
          <Tile title={t.open}>
            {read.data.questions !== null && (
              <QuestionFields questions={read.data.questions} choices={choices} onChange={change} />
            )}
            <Select
              label={t.players}
              value={choices.players ?? (read.data.hasNames ? 'names' : 'usernames')}
              onChange={(event) => change({ players: event.target.value as 'names' | 'usernames' | 'ids' })}
            >
              <option value="names">{t.names}</option>
              <option value="usernames">{t.usernames}</option>
              <option value="ids">{t.ids}</option>
            </Select>
            {choices.players === 'ids' && (
              <Field
                label={t.idKind}
                maxLength={32}
                autoComplete="off"
                autoCapitalize="none"
                value={choices.idKind}
                onChange={(event) => change({ idKind: event.target.value.trim().toLowerCase() })}
              />
            )}
          </Tile>
          <div className="actions end">
            <button
              type="button"
              className="main"
              disabled={read.data.source === null || read.data.idKind === ''}
              onClick={async () => {
                // A field that lost the focus by this click may have begun another reading.
                const { data } = read.isPlaceholderData ? await read.refetch({ cancelRefetch: false }) : read;
                if (data !== undefined && data.source !== null) onDone(data);
              }}
            >
              {t.next}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

interface ColumnOfFileProps {
  readonly column: FileColumn;
  readonly meaning: Column | null;
  readonly onChange: (meaning: Column | null) => void;
}

function ColumnOfFile({ column, meaning, onChange }: ColumnOfFileProps) {
  const id = useId();
  return (
    <li className={meaning === null ? 'unused' : undefined}>
      <label htmlFor={id}>{column.name === '' ? fill(t.nameless, { n: column.place + 1 }) : column.name}</label>
      <ul id={`${id}-values`} className="samples small quiet">
        {column.samples.length === 0 && <li>{t.noValues}</li>}
        {column.samples.map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
      <select
        id={id}
        aria-describedby={`${id}-values`}
        value={meaning ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : (event.target.value as Column))}
      >
        <option value="">{t.unused}</option>
        {columnGroups.map(([label, columns]) => (
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

import type { Conflict } from '@bandeja/importer/conflicts';
import { shownReference } from '@bandeja/importer/references';
import type { RowName } from '@bandeja/importer/rows';
import { Link } from '@tanstack/react-router';
import { fill, texts } from '../../language.ts';
import { Tile } from '../../parts/Page.tsx';
import { partTexts } from './labels.ts';

const t = texts({
  title: ['Stored with other content', 'Guardados con otro contenido', 'Guardados com outro conteúdo'],
  note: [
    'An import changes no stored match. Amend the match, or correct the file.',
    'Importar no cambia ningún partido guardado. Corrige el partido o el archivo.',
    'Importar não altera nenhum encontro guardado. Corrija o encontro ou o ficheiro.',
  ],
  numbers: [
    'These numbers belong to other matches. Enter a prefix of the numbers in the step “Columns”.',
    'Estos números son de otros partidos. Indica un prefijo de los números en el paso «Columnas».',
    'Estes números são de outros encontros. Indique um prefixo dos números no passo «Colunas».',
  ],
  line: ['Line {n}', 'Línea {n}', 'Linha {n}'],
  row: ['Row {n}', 'Fila {n}', 'Linha {n}'],
  match: ['Match {n}', 'Partido {n}', 'Encontro {n}'],
  differs: [
    '{part}: stored {stored}, in the file {row}',
    '{part}: guardado {stored}, en el archivo {row}',
    '{part}: guardado {stored}, no ficheiro {row}',
  ],
  none: ['none', 'nada', 'nada'],
  open: ['Open the match', 'Abrir el partido', 'Abrir o encontro'],
});

interface ConflictsProps {
  readonly conflicts: readonly Conflict[];
  readonly rowName: RowName;
}

/** Rows whose references belong to other matches. */
export function Conflicts({ conflicts, rowName }: ConflictsProps) {
  if (conflicts.length === 0) return null;
  const areOthers = conflicts.every(
    ({ external_ref: reference, differences }) =>
      /^\d{1,4}$/.test(reference) && differences.some(({ part }) => part === 'players'),
  );
  return (
    <Tile title={t.title} note={areOthers ? t.numbers : t.note}>
      <ul className="groups">
        {conflicts.map(({ line, external_ref: reference, existing_match_id: id, differences }) => (
          <li key={line}>
            <strong>{fill(t[rowName], { n: line })}</strong>
            <span>
              {shownReference(reference)}{' '}
              {id !== null && (
                <Link to="/matches/$id" params={{ id }} target="_blank">
                  {t.open}
                </Link>
              )}
              {differences.map(({ part, stored, row }) => (
                <small key={part}>
                  {fill(t.differs, { part: partTexts[part], stored: stored || t.none, row: row || t.none })}
                </small>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

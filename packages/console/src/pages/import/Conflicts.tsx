import { type RowName, type RowResult, shownReference, valueText } from '@bandeja/importer';
import { Link } from '@tanstack/react-router';
import { texts } from '../../language.ts';
import { Tile } from '../../parts/Page.tsx';

const t = texts('console.import.conflicts');
const parts = texts('difference');

/** The file of results has all of them. */
const SHOWN_MAX = 20;

interface ConflictsProps {
  readonly conflicts: readonly RowResult[];
  readonly rowName: RowName;
}

/** Rows whose references belong to other matches. */
export function Conflicts({ conflicts, rowName }: ConflictsProps) {
  if (conflicts.length === 0) return null;
  const areOthers = conflicts.every(
    ({ externalRef, differences }) =>
      /^\d{1,4}$/.test(externalRef ?? '') && differences.some(({ code }) => code === 'players'),
  );
  return (
    <Tile title={t('title')} note={areOthers ? t('numbers') : t('note')}>
      <ul className="groups">
        {conflicts.slice(0, SHOWN_MAX).map(({ line, externalRef, matchId, differences }) => (
          <li key={line}>
            <strong>{t(rowName, { n: line })}</strong>
            <span className="with-reference">
              {shownReference(externalRef)}{' '}
              {matchId !== null && (
                <Link to="/matches/$id" params={{ id: matchId }} target="_blank">
                  {t('open')}
                </Link>
              )}
              <Differences differences={differences} />
            </span>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

/** Where a row and its match differ. */
export const Differences = ({ differences }: Pick<RowResult, 'differences'>) =>
  differences.map(({ code, stored, sent }) => (
    <small key={code}>
      {t('differs', {
        part: parts(code),
        stored: valueText(stored) || t('none'),
        row: valueText(sent) || t('none'),
      })}
    </small>
  ));

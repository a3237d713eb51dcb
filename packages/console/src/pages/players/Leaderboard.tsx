import type { Api } from '@bandeja/client';
import { PROVISIONAL_MATCHES } from '@bandeja/rating';
import type { ReactNode } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatDay, formatScore } from '../../numbers.ts';
import { PagedList, usePages } from '../../parts/List.tsx';
import { PlayerCell, sharedNames } from '../../parts/people.tsx';
import { Change, Score, Stated } from '../../parts/scores.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Movement, PODIUM_PLACES, Podium } from './Podium.tsx';
import type { Window } from './WindowSelect.tsx';
import { RemoveMember } from './writes.tsx';

const t = texts('console.players.leaderboard');

type Ranked = Api.RankedPlayer;
type Other = Api.UnrankedPlayer | Api.InactivePlayer;
type Row = Ranked | Other;

const PAGE_ROWS = 100;

interface LeaderboardProps {
  /** Null: all players of the club. */
  readonly roster: string | null;
  readonly window: Window;
  /** Whether its members can be removed from the roster. */
  readonly isEditing?: boolean;
  /** What to do if there are no players. */
  readonly empty: ReactNode;
}

function useRows<T extends Row>(
  { roster, window }: LeaderboardProps,
  isRanked: boolean,
  isShown: (row: Row) => row is T,
) {
  return usePages<T>(['leaderboard', roster, window, isRanked], async (where) => {
    const filters = { limit: PAGE_ROWS, window, ranked: isRanked, ...where };
    const { rosters } = bandeja();
    const { data, pagination } = await (roster === null
      ? rosters.everyone(filters)
      : rosters.leaderboard(roster, filters));
    return { data: data.filter(isShown), pagination };
  });
}

const isRankedRow = (row: Row): row is Ranked => 'rank' in row;
const isOtherRow = (row: Row): row is Other => !isRankedRow(row);
const isUnranked = (row: Other): row is Api.UnrankedPlayer => 'matches_to_rank' in row;

/** The players by score: three on a podium, then a table; then those who are not ranked. */
export function Leaderboard(props: LeaderboardProps) {
  const ranked = useRows(props, true, isRankedRow);
  const others = useRows(props, false, isOtherRow);
  const { empty } = props;
  const hasOthers = others.data === undefined || others.data.rows.length > 0;
  return (
    <div className="leaderboard">
      <PagedList query={ranked} empty={hasOthers ? <p className="quiet">{t('none_ranked')}</p> : empty}>
        {(rows) => <RankedRows rows={rows} {...props} />}
      </PagedList>
      {ranked.data !== undefined && hasOthers && (
        <PagedList query={others} empty={null}>
          {(rows) => <OtherRows rows={rows} {...props} />}
        </PagedList>
      )}
    </div>
  );
}

interface RowsProps<T> extends LeaderboardProps {
  readonly rows: readonly T[];
}

function RankedRows({ rows, roster, isEditing = false }: RowsProps<Ranked>) {
  // Without an earlier ranking, every row would be new.
  const hasMovement = rows.some(({ previous_rank: previous }) => previous !== null);
  const hasPodium = !isEditing && rows.length >= PODIUM_PLACES;
  const listed = hasPodium ? rows.slice(PODIUM_PLACES) : rows;
  const shared = sharedNames(rows);
  return (
    <>
      {hasPodium && <Podium rows={rows.slice(0, PODIUM_PLACES)} hasMovement={hasMovement} />}
      {listed.length > 0 && (
        <Table
          isRanking
          columns={[
            [t('rank'), 'hidden'],
            t('player'),
            [t('score'), 'number'],
            [t('change'), 'number'],
            ...editColumns(isEditing),
          ]}
        >
          {listed.map((row) => (
            <tr key={row.profile_id} className={row.rank === 1 ? 'first' : undefined}>
              <td className="rank">
                {row.rank}
                {hasMovement && <Movement row={row} />}
              </td>
              <td>
                <PlayerCell player={row} shared={shared} />
              </td>
              <td className="number">
                <Score player={row} />
              </td>
              <td className="number">
                <Change points={row.service_score_change} />
              </td>
              {isEditing && <RemoveCell roster={roster} row={row} />}
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** The service lists those who are not ranked yet first, then the inactive ones. */
function OtherRows({ rows, ...props }: RowsProps<Other>) {
  const unranked = rows.filter(isUnranked);
  const inactive = rows.filter((row) => !isUnranked(row));
  return (
    <>
      {unranked.length > 0 && <OtherTable title={t('unranked')} column={t('missing')} rows={unranked} {...props} />}
      {inactive.length > 0 && <OtherTable title={t('inactive')} column={t('last')} rows={inactive} {...props} />}
    </>
  );
}

interface OtherTableProps extends RowsProps<Other> {
  readonly title: string;
  readonly column: string;
}

function OtherTable({ title, column, rows, roster, isEditing = false }: OtherTableProps) {
  const shared = sharedNames(rows);
  return (
    <section>
      <h2>{title}</h2>
      <Table columns={[t('player'), [column, 'number'], [t('score'), 'number'], ...editColumns(isEditing)]}>
        {rows.map((row) => (
          <tr key={row.profile_id}>
            <td>
              <PlayerCell player={row} shared={shared} />
            </td>
            <td className="number quiet">{isUnranked(row) ? missingText(row) : formatDay(row.last_played_at)}</td>
            <td className="number">
              {formatScore(row.rating.service_score)} <Stated player={row} />
            </td>
            {isEditing && <RemoveCell roster={roster} row={row} />}
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** With enough matches, it is the certainty that is missing: no number of matches is promised. */
const missingText = ({ rating, matches_to_rank: n }: Api.UnrankedPlayer): string =>
  rating.matches_played < PROVISIONAL_MATCHES ? t('to_rank', { n }) : t('too_uncertain');

const editColumns = (isEditing: boolean): readonly Column[] => (isEditing ? [[t('remove'), 'end hidden']] : []);

function RemoveCell({ roster, row }: { readonly roster: string | null; readonly row: Row }) {
  return <td className="end">{roster !== null && <RemoveMember roster={roster} player={row} />}</td>;
}

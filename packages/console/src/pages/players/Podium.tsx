import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { formatNumber } from '../../numbers.ts';
import { PlayerLink } from '../../parts/people.tsx';
import { Change, Score } from '../../parts/scores.tsx';

const t = texts('console.players.podium');

export const PODIUM_PLACES = 3;

interface PodiumProps {
  readonly rows: readonly Api.RankedPlayer[];
  readonly hasMovement: boolean;
}

/** The first three, with the second at the left of the first. */
export function Podium({ rows, hasMovement }: PodiumProps) {
  return (
    <ol className="podium" aria-label={t('podium')}>
      {rows.map((row) => (
        <li key={row.profile_id} className={`place-${row.rank}`}>
          <span className="who">
            <PlayerLink player={row} />
            <Score player={row} />
            <Change points={row.service_score_change} />
          </span>
          <span className="plinth">
            <span className="reader">{t('place', { n: row.rank })}</span>
            <strong aria-hidden="true">{row.rank}</strong>
            {hasMovement && <Movement row={row} />}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** How many ranks a player has moved since the window began. */
export function Movement({ row: { rank, previous_rank: before } }: { readonly row: Api.RankedPlayer }) {
  if (before === null) return <span className="movement">{t('entered')}</span>;
  const kind = before > rank ? 'up' : before < rank ? 'down' : 'same';
  const n = Math.abs(before - rank);
  const label = t(kind, { n, before });
  return (
    <span className={`movement ${kind}`} title={label}>
      <span className="reader">{label}</span>
      <span aria-hidden="true">{n === 0 ? '=' : formatNumber(n)}</span>
    </span>
  );
}

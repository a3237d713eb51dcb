import { formatInstant } from '@bandeja/contract/instant';
import { confidenceOf, scoreOfShown, uncertaintyOfVariance } from '@bandeja/rating';
import { PARTNER, query } from './database.ts';
import type { PlayerRow } from './players.ts';

const PROGRESS = `select pm.played_at, case when m.partner_id = $1 then m.id end as match_id,
    l.before[5 * slot - 2] as shown_before, l.after[3 * slot] as shown_after, l.after[3 * slot - 1] as variance,
    l.before[5 * slot]::integer + 1 as played
  from player_matches pm
  join match_ratings l on l.match_id = pm.match_id
  join matches m on m.id = pm.match_id
  cross join lateral array_position(l.player_ids, $2::uuid) as slot
  where pm.player_id = $2 order by pm.played_at desc, pm.match_id desc limit 100`;

interface StepRow {
  readonly played_at: Date;
  readonly match_id: string | null;
  readonly shown_before: number;
  readonly shown_after: number;
  readonly variance: number;
  readonly played: number;
}

const before = ({ shown_before: shown }: StepRow): number => scoreOfShown(Number.isNaN(shown) ? null : shown);

function pointOf(row: StepRow) {
  const [at, score] = [row.played_at.getTime(), scoreOfShown(row.shown_after)];
  return {
    at: formatInstant(at),
    match_id: row.match_id,
    cause: 'match',
    service_score: score,
    delta: score - before(row),
    uncertainty: uncertaintyOfVariance(row.variance),
    confidence_level: confidenceOf({ variance: row.variance, at, played: row.played }, at),
  };
}

export async function progressOf(player: PlayerRow) {
  const rows = (await query<StepRow>('progress', PROGRESS, [PARTNER, player.id])).reverse();
  const points = rows.map(pointOf);
  const scores = points.map((point) => point.service_score);
  const [oldest] = rows;
  const first = oldest === undefined ? scoreOfShown(player.shown) : before(oldest);
  const current = scores.at(-1) ?? first;
  const { id, username, display_name } = player;
  return {
    player: { id, username, display_name },
    points,
    summary: {
      first,
      current,
      peak: points.length === 0 ? first : Math.max(...scores),
      lowest: points.length === 0 ? first : Math.min(...scores),
      change: current - first,
    },
  };
}

import { formatInstant } from '@bandeja/contract/instant';
import { confidenceOf, DEFAULT_SCALE, levelOf, scoreOfShown, uncertaintyOf } from '@bandeja/rating';
import { PERCENTILE } from '@bandeja/service/players/percentiles-store';
import { PARTNER, query, visible } from './database.ts';

const LABELS = {
  provisional: 'Provisional',
  low: 'Early estimate',
  medium: 'Taking shape',
  high: 'Reliable',
  very_high: 'Established',
} as const;

const PLAYER = `select p.id, p.username, p.display_name, p.country_code, p.profile_is_public,
    r.mean, r.variance, r.shown, r.last_played_at, r.matches_played, ${PERCENTILE} as percentile, to_jsonb(s) as starting_level,
    array(
      select jsonb_build_object('kind', x.kind, 'value', x.value) from external_ids x
      where x.player_id = p.id and x.partner_id = $1 order by x.kind
    ) as external_ids
  from players p join player_ratings r on r.player_id = p.id left join player_starting_levels s on s.player_id = p.id
  where p.username = $2 and ${visible('p')}`;

export interface PlayerRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly country_code: string | null;
  readonly profile_is_public: boolean;
  readonly mean: number | null;
  readonly variance: number | null;
  readonly shown: number | null;
  readonly last_played_at: Date | null;
  readonly matches_played: number;
  readonly percentile: number | null;
  /** The seed states none. */
  readonly starting_level: null;
  readonly external_ids: readonly object[];
}

export const playerOf = async (username: string): Promise<PlayerRow | undefined> =>
  (await query<PlayerRow>('player', PLAYER, [PARTNER, username]))[0];

export function ratingOf({ variance, shown, last_played_at: last, matches_played: played, percentile }: PlayerRow) {
  const at = last === null ? null : last.getTime();
  const state = variance === null || shown === null || at === null ? null : { variance, shown, at, played };
  const level = confidenceOf(state, Date.now());
  const score = scoreOfShown(shown);
  return {
    service_score: score,
    level: levelOf(score, DEFAULT_SCALE),
    confidence_level: level,
    confidence_label: LABELS[level],
    matches_played: played,
    uncertainty: uncertaintyOf(state, Date.now()),
    percentile: level === 'provisional' ? null : percentile,
    last_played_at: at === null ? null : formatInstant(at),
    rating_status: 'settled',
  };
}

export const profileOf = (player: PlayerRow) => ({
  id: player.id,
  username: player.username,
  display_name: player.display_name,
  country_code: player.country_code,
  profile_is_public: player.profile_is_public,
  starting_level: player.starting_level,
  external_ids: player.external_ids,
});

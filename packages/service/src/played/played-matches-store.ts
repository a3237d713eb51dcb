import type { CompetitionType, CourtPosition, Outcome, Scoring, Team } from '@bandeja/contract/match-enums';
import { instant, type Queryable, type Statement, statement } from '@bandeja/postgres/database';
import { unpackHexDoubles } from '@bandeja/postgres/packed';
import type { CalibrationRow } from '../calibration/store.ts';
import { decodeSide, type LetteredSet, readScoreline } from '../history/match-columns.ts';
import type { HistoryRow } from '../history/match-row.ts';
import { type FourStates, readFourStates } from '../history/stored-states.ts';
import { decodeHistoryJson, FIRST_ID, NEWEST_FIRST, VISIBLE_MATCH_JSON } from '../matches/history-store.ts';
import { externalIdsOf, type WithExternalIds } from '../players/external-ids-store.ts';
import { PLAYER_COLUMNS, type PlayerRow } from '../players/store.ts';
import { type namedPlayer, ofPlayer, visibleTo } from '../players/visibility-store.ts';

/** A completed match from one player's side. A teammate that is hidden from the caller has no name in it. */
export interface PlayedMatchRow {
  readonly played_at: number;
  /** Null for a draw. */
  readonly winning_team: Team | null;
  readonly outcome: Outcome;
  readonly competition_type: CompetitionType | null;
  readonly scoring: Scoring | null;
  readonly set_scores: readonly LetteredSet[];
  /** The player's own. */
  readonly team: Team;
  readonly court_position: CourtPosition | null;
  /** The id alone is given of an erased teammate, nothing of a hidden one. */
  readonly teammate_id: string | null;
  readonly teammate_username: string | null;
  readonly teammate_display_name: string | null;
  /** Whether the caller may see all four players. */
  readonly all_visible: boolean;
  /** 1 to 4: the player's place in the ledger row. Null like the following ones if the match is not in the ledger. */
  readonly slot: number | null;
  readonly length: number | null;
  /** The states before the match, as in the ledger row. */
  readonly before: FourStates | null;
  /** The player's shown strength after the match. */
  readonly shown_after: number | null;
}

/** What an analysis shows of a player, and the state that it needs. */
export type AnalysedPlayer = Pick<
  PlayerRow,
  | 'id'
  | 'username'
  | 'display_name'
  | 'mean'
  | 'variance'
  | 'shown'
  | 'last_played_at'
  | 'matches_played'
  | 'stated_points'
>;

/** What a card shows of a player. */
export interface CardPlayer extends PlayerRow, WithExternalIds {
  /** The newest matches with all that a list of the history shows, walkovers among them. */
  readonly last_matches: readonly HistoryRow[];
  /** The number of equal results up to the newest match, walkovers skipped; 0 without matches. */
  readonly streak: number;
}

/** The matches of a player between two instants, without walkovers. */
export interface WindowRow {
  readonly matches: number;
  readonly wins: number;
  readonly draws: number;
  /** The shown strength before the first rated match, and after the last one. */
  readonly shown_before: number | null;
  /** Null without rated matches. */
  readonly shown_after: number | null;
}

type Calibration = Pick<CalibrationRow, 'steepness' | 'penalty' | 'hold_rate'>;

/** A player with the newest matches, as of one moment. */
export interface PlayerHistory<Player> {
  readonly player: Player;
  /** Null before the first calibration. */
  readonly calibration: Calibration | null;
  /** As requested. */
  readonly windows: readonly WindowRow[];
  /** Newest first, from every partner. A walkover says nothing about how anyone plays, so there are none. */
  readonly matches: readonly PlayedMatchRow[];
}

/** What to read of a history. */
export interface HistoryRequest {
  readonly partnerId: string;
  /** Or the player's id. */
  readonly username: string;
  /** The maximum number of matches. */
  readonly limit: number;
  /** The starts of the windows, ms; inclusive. */
  readonly windows: readonly number[];
  /** The end of the windows, ms; inclusive. */
  readonly now: number;
}

/** The number of matches that a card lists, walkovers among them. */
const LAST_MATCHES = 5;

/** What a statement selects besides the matches that are analysed. */
interface Selection {
  /** Columns of `players p` and `player_ratings r`. `$1` is the partner. */
  readonly player: string;
  /** The number of newest matches that are returned with all that a list shows, walkovers among them. */
  readonly listed: number;
}

/** The first or last rated match of player `p` in a window. */
const ratedInWindow = (name: string, shown: string, order: 'asc' | 'desc'): string => `left join lateral (
      select ${shown} from player_matches pm
      join match_ratings l on l.match_id = pm.match_id
      cross join lateral array_position(l.player_ids, p.id) as slot
      where pm.player_id = p.id and pm.result is not null and pm.played_at between start and $5
      order by pm.played_at ${order}, pm.match_id ${order} limit 1
    ) as ${name} on counted.matches > 0`;

// Counted in the primary key of player_matches: a month of thousands of matches takes some ten pages. The matches of a player are a chain,
// so the first and the last one of a window show how far all of them moved the score.
const WINDOWS = `(
    select json_agg(json_build_object('matches', counted.matches, 'wins', counted.wins, 'draws', counted.draws,
      'shown_before', first.shown_before, 'shown_after', last.shown_after) order by n)
    from unnest($4::timestamptz[]) with ordinality as wanted(start, n)
    cross join lateral (
      select count(*) as matches, count(*) filter (where result = 1) as wins, count(*) filter (where result = 0) as draws
      from player_matches pm where pm.player_id = p.id and pm.result is not null and pm.played_at between start and $5
    ) counted
    ${ratedInWindow('first', "nullif(l.before[5 * slot - 2], 'NaN') as shown_before", 'asc')}
    ${ratedInWindow('last', 'l.after[3 * slot] as shown_after', 'desc')}
  )`;

/** Walks down the history of player `p` to the first match with another result than the newest. */
const STREAK = `(
    select count(*) from (
      select result from player_matches where player_id = p.id and result is not null
      order by played_at desc, match_id desc limit 1
    ) newest
    left join lateral (
      select played_at, match_id from player_matches where player_id = p.id and result <> newest.result
      order by played_at desc, match_id desc limit 1
    ) other on true
    join player_matches pm on pm.player_id = p.id and pm.result is not null
      and (pm.played_at, pm.match_id) > (coalesce(other.played_at, '-infinity'), coalesce(other.match_id, '${FIRST_ID}'))
  )`;

const historyOf = (named: typeof namedPlayer, { player, listed }: Selection): string => `
  with player as materialized (
    select ${player}, ${WINDOWS} as windows, (
      select to_json(c) from (
        select steepness, penalty, hold_rate from calibrations order by calibrated_at desc limit 1
      ) c
    ) as calibration
    from ${named('p.*', '$1', '$2')} p
    join player_ratings r on r.player_id = p.id
  ),
  page as (
    select pm.n, m.played_at, m.winning_team, m.outcome, m.competition_type, m.scoring, m.set_scores,
      substr(m.teams, own.place, 1) as team, substr(m.court_positions, own.place, 1) as court_position,
      t.id as teammate_id, t.username as teammate_username, t.display_name as teammate_display_name,
      (select bool_and(${visibleTo('o', '$1')}) from players o where o.id = any(m.player_ids)) as all_visible,
      own.slot, r.length, encode(array_send(r.before), 'hex') as before, r.after[3 * own.slot] as shown_after,
      ${listed === 0 ? 'null' : `case when pm.n <= ${listed} then ${VISIBLE_MATCH_JSON} end`} as listed
    from (
      select * from (
        select *, row_number() over (${NEWEST_FIRST}) as n from player_matches pm where pm.player_id = (select id from player)
      ) pm
      where pm.result is not null or pm.n <= ${listed}
      ${NEWEST_FIRST} limit $3 + ${listed}
    ) pm
    join matches m on m.id = pm.match_id
    left join match_ratings r on r.match_id = pm.match_id
    cross join lateral (
      select array_position(m.player_ids, pm.player_id) as place, array_position(r.player_ids, pm.player_id) as slot
    ) own
    left join players t on t.id = m.player_ids[(
        case when m.teams in ('AABB', 'BBAA') then '{2,1,4,3}'::integer[]
          when m.teams in ('ABAB', 'BABA') then '{3,4,1,2}' else '{4,3,2,1}' end)[own.place]]
      and (${visibleTo('t', '$1')} or t.erased_at is not null)
  )
  select case when row_number() over (order by page.n) = 1 then to_json(player) end as player, page.*
  from player left join page on true
  order by page.n`;

const ofCard = ofPlayer((named, by) =>
  statement(
    ['played_matches_card', by].join('_'),
    historyOf(named, {
      player: `${PLAYER_COLUMNS}, ${externalIdsOf('p', '$1')}, ${STREAK} as streak`,
      listed: LAST_MATCHES,
    }),
  ),
);

const ofAnalysis = ofPlayer((named, by) =>
  statement(
    ['played_matches_analysis', by].join('_'),
    historyOf(named, {
      player:
        'p.id, p.username, p.display_name, r.mean, r.variance, r.shown, r.last_played_at, r.matches_played, r.stated_points',
      listed: 0,
    }),
  ),
);

/** The input of a card. @returns undefined for a player who is invisible to the partner */
export async function readCardHistory(
  database: Queryable,
  request: HistoryRequest,
): Promise<PlayerHistory<CardPlayer> | undefined> {
  const rows = await readRows<Omit<CardPlayer, 'last_matches'>>(database, ofCard.of(request.username), request);
  const history = historyFrom(rows, request.limit);
  if (history === undefined) return undefined;
  const last = rows.flatMap(({ listed }) => (listed === null ? [] : [decodeHistoryJson(listed)]));
  return { ...history, player: { ...history.player, last_matches: last } };
}

/** The input of an analysis. @returns undefined for a player who is invisible to the partner */
export async function readAnalysisHistory(
  database: Queryable,
  request: HistoryRequest,
): Promise<PlayerHistory<AnalysedPlayer> | undefined> {
  return historyFrom(await readRows<AnalysedPlayer>(database, ofAnalysis.of(request.username), request), request.limit);
}

const readRows = <Player>(
  database: Queryable,
  which: Statement,
  { partnerId, username, limit, windows, now }: HistoryRequest,
): Promise<FoundRow<Player>[]> =>
  database.query<FoundRow<Player>>(which, [
    partnerId,
    username,
    limit,
    windows.map((start) => instant(start)),
    instant(now),
  ]);

/** Fields of the first row that {@link Player} lacks, or has in another form. */
interface FoundOnce {
  readonly last_played_at: string | null;
  readonly calibration: Calibration | null;
  readonly windows: readonly WindowRow[];
}

/** A player without matches has one row, whose match columns are null. */
type FoundRow<Player> = Omit<PlayedMatchRow, 'played_at' | 'set_scores' | 'court_position' | 'before'> & {
  /** Null in all rows but the first. Its instants are texts. */
  readonly player: (Omit<Player, 'last_played_at'> & FoundOnce) | null;
  readonly n: number | null;
  readonly played_at: number;
  readonly set_scores: string;
  readonly court_position: string;
  /** Hexadecimal digits: they are read in a third of the time of decimal ones. */
  readonly before: string | null;
  /** As {@link decodeHistoryJson} takes it. */
  readonly listed: object | null;
};

function historyFrom<Player extends AnalysedPlayer>(
  rows: readonly FoundRow<Player>[],
  limit: number,
): PlayerHistory<Player> | undefined {
  const player = rows[0]?.player;
  if (player == null) return undefined;
  const { last_played_at: text, calibration, windows } = player;
  return {
    player: { ...player, last_played_at: text === null ? null : Date.parse(text) } as unknown as Player,
    calibration,
    windows,
    matches: rows
      .filter(({ n, outcome }) => n !== null && outcome !== 'walkover')
      .slice(0, limit)
      .map(playedMatchRow),
  };
}

/** Numbers of `before`: five for each of the four players. */
const STATE_NUMBERS = 20;

function playedMatchRow(row: FoundRow<object>): PlayedMatchRow {
  return {
    ...row,
    set_scores: readScoreline(row.set_scores),
    court_position: decodeSide(row.court_position),
    before: row.before === null ? null : readFourStates(unpackHexDoubles(row.before, STATE_NUMBERS)),
  };
}

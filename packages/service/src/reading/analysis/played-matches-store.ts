import type { CompetitionType, CourtPosition, Outcome, Scoring, Team } from '@bandeja/contract/match-enums';
import { type Queryable, type Statement, statement } from '@bandeja/postgres/database';
import { unpackHexDoubles } from '@bandeja/postgres/packed';
import type { CalibrationRow } from '../../ledger/calibrations-store.ts';
import { type FourStates, readFourStates } from '../../ledger/stored-states.ts';
import { decodeSide, type LetteredSet, readScoreline } from '../../matches/compact.ts';
import { decodeHistoryJson, type HistoryRow, NEWEST_FIRST, selectVisibleMatches } from '../../matches/history-store.ts';
import { PLAYER_COLUMNS, type PlayerRow } from '../../players/store.ts';
import { visibleTo } from '../../players/visibility-store.ts';

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
  'id' | 'username' | 'display_name' | 'mean' | 'variance' | 'shown' | 'last_played_at' | 'matches_played'
>;

/** What a card shows of a player. */
export interface CardPlayer extends PlayerRow {
  /** The newest matches with all that a list of the history shows, walkovers among them. */
  readonly last_matches: readonly HistoryRow[];
}

type Calibration = Pick<CalibrationRow, 'steepness' | 'penalty' | 'hold_rate'>;

/** A player with the newest matches, as of one moment. */
export interface PlayerHistory<Player> {
  readonly player: Player;
  /** Null before the first calibration. */
  readonly calibration: Calibration | null;
  /** Newest first, from every partner. A walkover says nothing about how anyone plays, so there are none. */
  readonly matches: readonly PlayedMatchRow[];
  /** Whether `matches` go back to the first one. */
  readonly isWhole: boolean;
}

/** @param columns of `players p` and `player_ratings r`, and of the statement's `$1` for the partner */
const historyOf = (columns: string): string => `
  with player as materialized (
    select ${columns}, (
      select to_json(c) from (
        select steepness, penalty, hold_rate from calibrations order by calibrated_at desc limit 1
      ) c
    ) as calibration
    from players p
    join player_ratings r on r.player_id = p.id
    where p.username = $2 and ${visibleTo('p', '$1')}
  ),
  page as (
    select row_number() over (order by pm.played_at desc, pm.match_id desc) as n,
      m.played_at, m.winning_team, m.outcome, m.competition_type, m.scoring, m.set_scores,
      substr(m.teams, own.place, 1) as team, substr(m.court_positions, own.place, 1) as court_position,
      t.id as teammate_id, t.username as teammate_username, t.display_name as teammate_display_name,
      own.slot, l.length, encode(array_send(l.before), 'hex') as before, l.after[3 * own.slot] as shown_after
    from player_matches pm
    join matches m on m.id = pm.match_id
    left join match_ratings l on l.match_id = pm.match_id
    cross join lateral (
      select array_position(m.player_ids, pm.player_id) as place, array_position(l.player_ids, pm.player_id) as slot
    ) own
    left join players t on t.id = m.player_ids[(
        case when m.teams in ('AABB', 'BBAA') then '{2,1,4,3}'::integer[]
          when m.teams in ('ABAB', 'BABA') then '{3,4,1,2}' else '{4,3,2,1}' end)[own.place]]
      and (${visibleTo('t', '$1')} or t.erased_at is not null)
    where pm.player_id = (select id from player) and m.outcome <> 'walkover'
    order by pm.played_at desc, pm.match_id desc
    limit $3
  )
  select case when coalesce(page.n, 1) = 1 then to_json(player) end as player, page.*
  from player left join page on true
  order by page.n`;

const LAST_MATCHES = 5;

const lastMatches = selectVisibleMatches(
  `select * from player_matches pm where pm.player_id = p.id ${NEWEST_FIRST} limit ${LAST_MATCHES}`,
);

const ofCard = statement(
  'played_matches_card',
  historyOf(`${PLAYER_COLUMNS}, (select json_agg(one) from (${lastMatches}) one) as last_matches`),
);

const ofAnalysis = statement(
  'played_matches_analysis',
  historyOf('p.id, p.username, p.display_name, r.mean, r.variance, r.shown, r.last_played_at, r.matches_played'),
);

/** The input of a card. @returns undefined for a player who is invisible to the partner */
export async function readCardHistory(
  database: Queryable,
  partnerId: string,
  username: string,
  limit: number,
): Promise<PlayerHistory<CardPlayer> | undefined> {
  const found = await readHistory<CardPlayer>(database, ofCard, [partnerId, username, limit]);
  if (found === undefined) return undefined;
  const { last_matches } = found.player;
  return { ...found, player: { ...found.player, last_matches: (last_matches ?? []).map(decodeHistoryJson) } };
}

/** The input of an analysis. @returns undefined for a player who is invisible to the partner */
export function readAnalysisHistory(
  database: Queryable,
  partnerId: string,
  username: string,
  limit: number,
): Promise<PlayerHistory<AnalysedPlayer> | undefined> {
  return readHistory<AnalysedPlayer>(database, ofAnalysis, [partnerId, username, limit]);
}

/** Fields of the first row that {@link Player} lacks, or has in another form. */
interface FoundOnce {
  readonly last_played_at: string | null;
  readonly calibration: Calibration | null;
}

/** A row of the statement: of a player without matches one with nothing else. */
type FoundRow<Player> = Omit<PlayedMatchRow, 'played_at' | 'set_scores' | 'court_position' | 'before'> & {
  /** In the first row only; its instants are texts. */
  readonly player: (Omit<Player, 'last_played_at'> & FoundOnce) | null;
  readonly n: number | null;
  readonly played_at: number | null;
  readonly set_scores: string;
  readonly court_position: string;
  /** Hexadecimal digits: they are read in a third of the time of decimal ones. */
  readonly before: string | null;
};

async function readHistory<Player extends AnalysedPlayer>(
  database: Queryable,
  select: Statement,
  values: [partnerId: string, username: string, limit: number],
): Promise<PlayerHistory<Player> | undefined> {
  const rows = await database.query<FoundRow<Player>>(select, values);
  const player = rows[0]?.player;
  if (player == null) return undefined;
  const { last_played_at: text, calibration } = player;
  const matches = rows[0]?.n == null ? [] : rows.map(playedMatchRow);
  return {
    player: { ...player, last_played_at: text === null ? null : Date.parse(text) } as unknown as Player,
    calibration,
    matches,
    isWhole: matches.length < values[2],
  };
}

/** Numbers of `before`: five for each of the four players. */
const STATE_NUMBERS = 20;

function playedMatchRow(row: FoundRow<object>): PlayedMatchRow {
  return {
    ...row,
    played_at: row.played_at ?? 0,
    set_scores: readScoreline(row.set_scores),
    court_position: decodeSide(row.court_position),
    before: row.before === null ? null : readFourStates(unpackHexDoubles(row.before, STATE_NUMBERS)),
  };
}

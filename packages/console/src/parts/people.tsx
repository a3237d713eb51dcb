/** Players and results, as every page shows them. */
import type { Api } from '@bandeja/client';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { texts } from '../language.ts';
import { type Named, shownName } from '../names.ts';
import { formatMoment } from '../numbers.ts';
import { Change } from './scores.tsx';
import { TeamScores } from './TeamScores.tsx';

const t = texts('console.parts.people');

interface LinkedName extends Named {
  readonly username: string | null;
}

/** A player, or a row about one. */
type Linked = LinkedName & ({ readonly id: string } | { readonly profile_id: string | null });

/** By id: a player of another club can have the username of one of the club's own players. */
export function PlayerLink({ player }: { readonly player: Linked }) {
  const id = 'profile_id' in player ? player.profile_id : player.id;
  if (player.username === null) return <span className="quiet">{shownName(player)}</span>;
  return (
    <Link to="/players/$username" params={{ username: id ?? player.username }}>
      {shownName(player)}
    </Link>
  );
}

/** The names that several of these players have. */
export function sharedNames(players: readonly Named[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = players.map(shownName).filter((name) => seen.size === seen.add(name).size);
  return new Set(shared);
}

interface PlayerCellProps {
  readonly player: Linked;
  /** Names that several players of the list have: those players show their usernames, too. Default: every player does. */
  readonly shared?: ReadonlySet<string>;
  readonly children?: ReactNode;
}

export function PlayerCell({ player, shared, children }: PlayerCellProps) {
  const hasUsername = player.username !== null && (shared?.has(shownName(player)) ?? true);
  return (
    <span className="person">
      <PlayerLink player={player} />
      {hasUsername && <small className="quiet">{player.username}</small>}
      {children}
    </span>
  );
}

export const PrivateChip = () => <span className="chip">{t('private')}</span>;

export const SettlingChip = () => <span className="chip pending">{t('settling')}</span>;

type ChippedMatch = Pick<Api.Match, 'status' | 'outcome' | 'rating_status' | 'confirmation'>;

/** Unusual facts about a match; none for a completed one that was played to the end. */
export function MatchChips({ match }: { readonly match: ChippedMatch }) {
  const { status, confirmation } = match;
  return (
    <>
      {status !== 'completed' && <span className={`chip ${status}`}>{t(stateOf(status, confirmation))}</span>}
      {match.outcome !== 'played' && <span className="chip">{t(match.outcome)}</span>}
      {match.rating_status === 'settling' && <SettlingChip />}
    </>
  );
}

/** A pending match says what it waits for. */
function stateOf(status: 'pending' | 'voided', confirmation: Api.Match['confirmation']) {
  const state = confirmation?.state ?? 'closed';
  return status === 'pending' && state !== 'closed' ? state : status;
}

interface Scored extends Pick<Api.NightResult, 'set_scores' | 'winning_team'> {
  readonly participants: readonly (Named & Pick<Api.HistoryMatch['participants'][number], 'team' | 'profile_id'>)[];
}

export const Scoreboard = ({ match, subject }: { readonly match: Scored; readonly subject?: string }) => (
  <TeamScores
    match={match}
    names={(team) =>
      match.participants
        .filter((player) => player.team === team)
        .map((player, index) => (
          <span key={player.profile_id ?? index} className={player.profile_id === subject ? 'subject' : undefined}>
            {shownName(player)}
          </span>
        ))
    }
  />
);

interface MatchListProps {
  readonly matches: readonly (Api.Match | Api.HistoryMatch)[];
  /** The id of the player whose page this is. */
  readonly subject?: string;
  /** Whether the changes of that player’s score are shown. */
  readonly showsChanges?: boolean;
}

/** Rows of one grid. A browser lays out a whole grid for each row that is added, which takes long with thousands. */
const GRID_ROWS = 50;

export function MatchList({ matches, subject, showsChanges = false }: MatchListProps) {
  const starts = Array.from({ length: Math.ceil(matches.length / GRID_ROWS) }, (_, grid) => grid * GRID_ROWS);
  return (
    <div className="match-list">
      {starts.map((start) => (
        <ul key={start} className="matches">
          {matches.slice(start, start + GRID_ROWS).map((match, index) => (
            <li key={match.id ?? `other-${index}`}>
              <MatchRow match={match} showsChange={showsChanges} {...(subject === undefined ? {} : { subject })} />
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

interface MatchRowProps {
  readonly match: Api.HistoryMatch;
  readonly subject?: string;
  readonly showsChange: boolean;
}

/** Drawn once: a list of thousands grows page by page. */
const MatchRow = memo(({ match, subject, showsChange }: MatchRowProps) => {
  const change = match.participants.find(({ profile_id: id }) => id === subject)?.rating_change;
  const content = (
    <>
      <span className="when small quiet">
        {formatMoment(match.played_at)}
        {match.venue_label !== null && ` · ${match.venue_label}`} <MatchChips match={match} />
      </span>
      <Scoreboard match={match} {...(subject === undefined ? {} : { subject })} />
      {showsChange && change != null && <Change points={change.delta} />}
    </>
  );
  if (match.id === null) return <div className="row">{content}</div>;
  return (
    <Link className="row" to="/matches/$id" params={{ id: match.id }}>
      {content}
    </Link>
  );
});

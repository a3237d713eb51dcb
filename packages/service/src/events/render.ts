import type { Event, PlayerEvent, RatingEvent } from '@bandeja/contract/events';
import { formatInstant } from '@bandeja/contract/instant';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Queryable } from '@bandeja/postgres/database';
import { isHidden, type ParticipantName } from '../history/match-row.ts';
import { matchView } from '../history/match-view.ts';
import type { RatingChange } from '../history/rating-change.ts';
import { type EventOwner, type EventPlace, eventId } from './event-id.ts';
import type { LoggedChange } from './feed-store.ts';
import { matchAtRevision } from './match-at-revision.ts';
import { type MatchWithRevision, type NamedPlayer, readMatchRevisions, readNames } from './match-revisions-store.ts';

/** A reference to an event that is not rendered yet. */
export interface EventRef {
  readonly place: EventPlace;
  readonly change: LoggedChange;
  /** The rating that the event is about; null if it is about the subject of the change. */
  readonly rating: RatingChange | null;
}

/** A rendered event. */
export interface PlacedEvent {
  readonly place: EventPlace;
  /** The match, player or endpoint. Events of one subject are delivered in order. */
  readonly subjectId: string;
  readonly event: Event;
}

/** The events of a change in order: first the subject, then its ratings. */
export function eventsOfChange(change: LoggedChange): EventRef[] {
  const { position, id, ratings } = change;
  const ofRatings = ratings.map((rating, index) => ({ place: { position, id, part: index + 1 }, change, rating }));
  return change.subject_id === null
    ? ofRatings
    : [{ place: { position, id, part: 0 }, change, rating: null }, ...ofRatings];
}

/** Renders events with the names and ratings that the partner may see now. */
export async function renderEvents(
  database: Queryable,
  owner: EventOwner,
  refs: readonly EventRef[],
): Promise<PlacedEvent[]> {
  const matches = await readMatches(database, owner.partnerId, refs);
  const names = await readPlayers(database, owner.partnerId, refs, matches);
  return refs.map((ref): PlacedEvent => {
    const { place, change, rating } = ref;
    const subjectId = rating?.player_id ?? subjectOf(change);
    const frame = { id: eventId(owner, place), created_at: formatInstant(change.at) };
    if (rating !== null) {
      const data = ratingData(change, rating, names);
      return { place, subjectId, event: { ...frame, type: 'rating.updated', data } };
    }
    switch (change.kind) {
      case 'rating.updated':
        throw new Error('a change of ratings alone is not an event');
      case 'player.registered':
      case 'player.erased':
        return { place, subjectId, event: { ...frame, type: change.kind, data: playerData(change, names) } };
      case 'webhook_endpoint.gone':
      case 'webhook_endpoint.failing': {
        const data = {
          webhook_endpoint_id: subjectId,
          reason: change.kind === 'webhook_endpoint.gone' ? 'gone' : 'failing',
        } as const;
        return { place, subjectId, event: { ...frame, type: 'webhook_endpoint.disabled', data } };
      }
      default: {
        const match = matches.get(keyOf(subjectId, change.revision));
        if (match === undefined) throw new Error(`the match ${subjectId} of an event does not exist`);
        return {
          place,
          subjectId,
          event: { ...frame, type: change.kind, data: { match: viewAtRevision(match, names) } },
        };
      }
    }
  });
}

function subjectOf({ kind, subject_id: id }: LoggedChange): string {
  if (id === null) throw new Error(`a logged ${kind} has no subject`);
  return id;
}

const keyOf = (id: string, revision: number | null): string => `${id} ${revision}`;

async function readMatches(
  database: Queryable,
  partnerId: string,
  refs: readonly EventRef[],
): Promise<ReadonlyMap<string, MatchWithRevision>> {
  const requested = refs.flatMap(({ rating, change: { subject_id: id, revision } }) =>
    rating !== null || id === null || revision === null ? [] : [{ id, revision }],
  );
  if (requested.length === 0) return new Map();
  const rows = await readMatchRevisions(database, partnerId, requested);
  return new Map(rows.map((row) => [keyOf(row.id, row.requested_revision), row]));
}

type Names = ReadonlyMap<string, NamedPlayer>;

async function readPlayers(
  database: Queryable,
  partnerId: string,
  refs: readonly EventRef[],
  matches: ReadonlyMap<string, MatchWithRevision>,
): Promise<Names> {
  const ids = new Set([...matches.values()].flatMap((match) => matchAtRevision(match).player_ids));
  for (const { change, rating } of refs) {
    if (rating !== null) ids.add(rating.player_id);
    else if (change.kind === 'player.registered' || change.kind === 'player.erased') ids.add(subjectOf(change));
  }
  const rows = await readNames(database, partnerId, [...ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The match at a revision, with its current ratings, which are absent if it was voided since. */
function viewAtRevision(match: MatchWithRevision, names: Names): OwnMatchView {
  const then = matchAtRevision(match);
  const { rated_player_ids, shown_before, shown_after, is_settling } = match;
  const ratings = { rated_player_ids, shown_before, shown_after, is_settling };
  const view = matchView({ ...then, ...ratings, names: then.player_ids.map((id) => participantName(id, names)) });
  if (match.replaced === null) return view;
  return { ...view, rating_status: matchView({ ...match, names: [] }).rating_status };
}

/** A partner sees the usernames of all players in its own matches. */
function participantName(id: string, names: Names): ParticipantName {
  const player = names.get(id);
  if (player?.is_erased) return { id: null, username: null, display_name: null, is_erased: true };
  const { username = null, display_name: displayName = null, is_visible: isVisible = false } = player ?? {};
  return { id, username, display_name: isVisible ? displayName : null, is_erased: false };
}

function ratingData(change: LoggedChange, rating: RatingChange, names: Names): RatingEvent['data'] {
  const player = names.get(rating.player_id);
  const isErased = player?.is_erased === true;
  return {
    profile_id: isErased ? null : rating.player_id,
    username: player?.is_visible === true ? player.username : null,
    sequence: rating.sequence,
    match_id: change.subject_id,
    service_score_before: isErased ? null : rating.score_before,
    service_score_after: isErased ? null : rating.score_after,
  };
}

/** Only `player.erased` contains the id of an erased player, so that the partner can delete its own data. */
function playerData(change: LoggedChange, names: Names): PlayerEvent['data'] {
  const id = subjectOf(change);
  const name = participantName(id, names);
  return {
    profile_id: change.kind === 'player.erased' ? id : name.id,
    username: isHidden(name) ? null : name.username,
    display_name: name.display_name,
  };
}

import type { Queryable } from '../../store/engine/database.ts';
import type { PlacedChange } from '../../store/events/feed.ts';
import { type MatchSince, type NamedPlayer, readMatchesSince, readNames } from '../../store/events/matches-at.ts';
import { isHidden, type ParticipantName } from '../../store/matches/match-rows.ts';
import { formatInstant } from '../instant.ts';
import type { OwnMatchView } from '../matches/shapes.ts';
import { matchView } from '../matches/view.ts';
import { type EventOwner, type EventPlace, eventId } from './event-id.ts';
import { matchThen } from './match-then.ts';
import type { EndpointEvent, Event, PlayerEvent, RatingEvent } from './shapes.ts';

/** An event of a partner that is not rendered yet: what a change says to it, or which of the change's ratings. */
export interface Happening {
  readonly place: EventPlace;
  readonly change: PlacedChange;
  /** The place of the rating in the change's lists, from 0; null for the change itself. */
  readonly rating: number | null;
}

/** An event at its place. */
export interface PlacedEvent {
  readonly place: EventPlace;
  /** The match, player or endpoint that it is about: events with the same subject are delivered in order. */
  readonly subjectId: string;
  readonly event: Event;
}

/** The events that a change is for its partner, in their order: itself first, then the ratings that the partner is told of. */
export function happeningsOf(change: PlacedChange): Happening[] {
  const { position, is_own: isOwn, sequences, ratings: told } = change;
  const ratings = told?.map((place) => place - 1).toSorted((a, b) => a - b) ?? [...(sequences ?? []).keys()];
  const parts = isOwn ? [null, ...ratings] : ratings;
  return parts.map((rating, index) => ({ place: { position, index }, change, rating }));
}

/** Renders events with what the partner may see now. */
export async function renderEvents(
  database: Queryable,
  owner: EventOwner,
  happenings: readonly Happening[],
): Promise<PlacedEvent[]> {
  const { partnerId } = owner;
  const matches = await readMatches(database, partnerId, happenings);
  const names = await readPlayers(database, partnerId, happenings, matches);
  return happenings.map((happening): PlacedEvent => {
    const { place, change, rating } = happening;
    const subjectId = subjectOf(happening);
    const frame = { id: eventId(owner, place), created_at: formatInstant(change.at) };
    if (rating !== null) {
      const data = ratingData(change, rating, names);
      return { place, subjectId, event: { ...frame, type: 'rating.updated', data } };
    }
    if (change.kind === 'ratings') throw new Error('a change of ratings alone is no event of its own');
    if (change.kind === 'player.registered' || change.kind === 'player.erased') {
      return { place, subjectId, event: { ...frame, type: change.kind, data: playerData(change, names) } };
    }
    if (change.kind === 'webhook_endpoint.disabled') {
      return { place, subjectId, event: { ...frame, type: change.kind, data: endpointData(change) } };
    }
    const match = matches.get(keyOf(change));
    if (match === undefined) throw new Error(`the match ${change.match_id} of an event is not there`);
    const data = { match: viewThen(match, names) };
    return { place, subjectId, event: { ...frame, type: change.kind, data } };
  });
}

function subjectOf({ change, rating }: Happening): string {
  const subject =
    rating !== null
      ? change.player_ids?.[rating]
      : (change.match_id ?? change.webhook_endpoint_id ?? change.player_ids?.[0]);
  if (subject === undefined) throw new Error('a change is about a match, players or an endpoint');
  return subject;
}

const keyOf = ({ match_id, revision }: Pick<PlacedChange, 'match_id' | 'revision'>): string =>
  `${match_id} ${revision}`;

async function readMatches(
  database: Queryable,
  partnerId: string,
  happenings: readonly Happening[],
): Promise<ReadonlyMap<string, MatchSince>> {
  const asked = happenings.flatMap(({ rating, change: { match_id: id, revision } }) =>
    rating !== null || id === null || revision === null ? [] : [{ id, revision }],
  );
  if (asked.length === 0) return new Map();
  const rows = await readMatchesSince(database, partnerId, asked);
  return new Map(rows.map((row) => [keyOf({ match_id: row.id, revision: row.since_revision }), row]));
}

type Names = ReadonlyMap<string, NamedPlayer>;

async function readPlayers(
  database: Queryable,
  partnerId: string,
  happenings: readonly Happening[],
  matches: ReadonlyMap<string, MatchSince>,
): Promise<Names> {
  const ids = new Set([...matches.values()].flatMap((match) => matchThen(match).player_ids));
  for (const { change, rating } of happenings) {
    const id = change.player_ids?.[rating ?? 0];
    if (id !== undefined && (rating !== null || change.match_id === null)) ids.add(id);
  }
  const rows = await readNames(database, partnerId, [...ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The match as it was, with the ratings as they are: a match that was voided since has none. */
function viewThen(match: MatchSince, names: Names): OwnMatchView {
  const then = matchThen(match);
  const { rated_player_ids, shown_before, shown_after, is_settling } = match;
  const ratings = { rated_player_ids, shown_before, shown_after, is_settling };
  const view = matchView({ ...then, ...ratings, names: then.player_ids.map((id) => participantName(id, names)) });
  if (match.values_then === null) return view;
  return { ...view, rating_status: matchView({ ...match, names: [] }).rating_status };
}

/** Of its own matches a partner sees all usernames. */
function participantName(id: string, names: Names): ParticipantName {
  const player = names.get(id);
  if (player?.is_erased) return { id: null, username: null, display_name: null, is_erased: true };
  const { username = null, display_name: displayName = null, is_visible: isVisible = false } = player ?? {};
  return { id, username, display_name: isVisible ? displayName : null, is_erased: false };
}

function ratingData(change: PlacedChange, rating: number, names: Names): RatingEvent['data'] {
  const id = change.player_ids?.[rating] ?? '';
  const player = names.get(id);
  const isErased = player?.is_erased === true;
  return {
    profile_id: isErased ? null : id,
    username: player?.is_visible === true ? player.username : null,
    sequence: numberAt(change.sequences, rating),
    match_id: change.match_id,
    service_score_before: isErased ? null : numberAt(change.scores_before, rating),
    service_score_after: isErased ? null : numberAt(change.scores_after, rating),
  };
}

/** Only the event of an erasure tells the id of an erased player: the partner has to know whom it has to forget. */
function playerData({ kind, player_ids: ids }: PlacedChange, names: Names): PlayerEvent['data'] {
  const [id = ''] = ids ?? [];
  const name = participantName(id, names);
  return {
    profile_id: kind === 'player.erased' ? id : name.id,
    username: isHidden(name) ? null : name.username,
    display_name: name.display_name,
  };
}

function endpointData({ webhook_endpoint_id: id, disabled_reason: reason }: PlacedChange): EndpointEvent['data'] {
  if (id === null || reason === null) throw new Error('a change of an endpoint names it');
  return { webhook_endpoint_id: id, reason };
}

function numberAt(numbers: readonly number[] | null, index: number): number {
  const number = numbers?.[index];
  if (number === undefined) throw new Error('a change of ratings has a number for each player');
  return number;
}

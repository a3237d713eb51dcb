/** Players and matches of every kind that the audit trail knows. */
import { deadlinesJob } from '../../src/matches/deadlines.ts';
import { WaitingMatch } from '../confirmation/linked-match.ts';
import { aClub, type Club } from '../support/club.ts';
import { setsOf } from '../support/matches.ts';
import type { TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;
const FIRST_DAY = Date.UTC(2026, 4, 1);

const at = (hour: number) => ({ played_at: new Date(FIRST_DAY + hour * HOUR_MS).toISOString() });

const giveLevel = ({ partner, players }: Club, place: number, starting_level: object | null): Promise<unknown> =>
  partner.request('PATCH', `/v1/players/${players[place]?.username}`, { body: { starting_level } });

const erase = ({ partner, players }: Club, place: number): Promise<unknown> =>
  partner.request('DELETE', `/v1/players/${players[place]?.username}`);

/** Two clubs with matches and starting levels that were changed in every way, and erased players. Moves the clock by two hours. */
export async function playEveryCase(service: TestService): Promise<void> {
  const club = await aClub(service, { players: 6 });
  await giveLevel(club, 0, { value: 4, source: 'coach' });
  await giveLevel(club, 0, { value: 1800, scale: 'service_score', source: 'self' });
  await giveLevel(club, 1, { value: 2, source: 'other_app' });
  await giveLevel(club, 5, { value: 3, source: 'self' });
  await giveLevel(club, 5, null);
  await playMatches(club);
  await playConfirmedMatches(service, club);
  const other = await aClub(service);
  await other.submit(other.match(at(19)));
  await giveLevel(other, 0, { value: 3, source: 'self' });
  for (const place of [0, 1]) await erase(other, place);
  await erase(club, 5);
}

async function playMatches(club: Club): Promise<void> {
  const { partner } = club;
  const facts = {
    venue_label: 'Norte',
    duration_minutes: 80,
    competition_type: 'league',
    session_external_ref: 'friday',
  };
  await club.submit(club.match({ ...at(9), ...facts, set_scores: setsOf('6-4 6-0') }));
  const amended = await club.submit(club.match({ ...at(10), set_scores: setsOf('6-4 6-2') }, [1, 2, 3, 4]));
  const changes = { revision: 1, set_scores: setsOf('6-4 6-3'), venue_label: 'Sur' };
  await partner.request('PATCH', `/v1/matches/${amended.id}`, { body: changes });
  await partner.request('PATCH', `/v1/matches/${amended.id}`, { body: { revision: 2, venue_label: null } });
  const voided = await club.submit(club.match(at(11), [0, 2, 3, 4]));
  await partner.request('POST', `/v1/matches/${voided.id}/void`, { body: { reason: 'Twice.' } });
}

async function playConfirmedMatches(service: TestService, club: Club): Promise<void> {
  const completed = await WaitingMatch.in(club, null, at(12));
  await completed.player(0).answer();
  await completed.player(3).answer();
  const deadline = new Date(service.context.now() + HOUR_MS).toISOString();
  const terms = [{ deadline, then: 'complete' }, { deadline, then: 'void' }, { deadline, reported_by: 'A' }, null];
  for (const [place, confirmation] of terms.entries()) await WaitingMatch.in(club, confirmation, at(13 + place));
  const disputed = await WaitingMatch.in(club, null, at(17));
  await disputed.player(2).answer('It was 6-3.');
  await disputed.player(1).answer();
  service.advance(2 * HOUR_MS);
  await deadlinesJob(service.context).run(new AbortController().signal);
}

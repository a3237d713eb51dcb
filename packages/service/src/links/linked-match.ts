import type { Fault } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import type { AnswerPut, LinkedMatchView, PagePlayer } from '@bandeja/contract/linked-match';
import type { Team } from '@bandeja/contract/match-enums';
import { pointerTo } from '@bandeja/contract/pointer';
import type { Queryable } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { MatchLinkContext } from '../context.ts';
import type { ShownMatchRow } from '../history/match-row.ts';
import { matchView } from '../history/match-view.ts';
import { answerMatch } from '../matches/answer.ts';
import { counts, teamAnswers } from '../matches/confirmation.ts';
import { readMatch } from '../matches/store.ts';
import { readNightPlayers } from '../plans/store.ts';
import { gamesOfSets } from '../plans/view.ts';
import { LinkNames } from './names.ts';

/** The match of a link: all that the page of a player shows. */
export function getLinkedMatch({ actor, database }: MatchLinkContext): Promise<LinkedMatchView> {
  // The primary: a player who has just answered must see the answer.
  return inSnapshot(database, async (snapshot) => {
    const match = await readMatch(snapshot, actor.partnerId, actor.matchId);
    if (match === undefined) throw new Error(`the match ${actor.matchId} of a link does not exist`);
    return linkedMatchView(snapshot, actor, match);
  });
}

/**
 * Stores the answer of the link's player.
 * @throws {Problem} as {@link answerMatch}
 */
export async function answerByLink(context: MatchLinkContext, body: AnswerPut): Promise<LinkedMatchView> {
  const { revision, answer, reason = null } = body;
  const match = await answerMatch(context, { revision, answer, reason });
  return linkedMatchView(context.database, context.actor, match);
}

/** A reason belongs to a `wrong`, and only to that. */
export function answerFaults(value: unknown): Fault[] {
  const { answer, reason = null } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const pointer = pointerTo('reason');
  if (answer === 'wrong' && reason === null) {
    return [{ pointer, code: 'required', detail: 'Say what is wrong, so that the organizer can correct it.' }];
  }
  if (answer !== 'right' || reason === null) return [];
  return [{ pointer, code: 'conflicting', detail: 'Only a `wrong` result has a reason.' }];
}

async function linkedMatchView(
  database: Queryable,
  { partnerId, playerId, privatePlayers, expiresAt }: MatchLinkContext['actor'],
  match: ShownMatchRow,
): Promise<LinkedMatchView> {
  const players = await readNightPlayers(database, partnerId, match.player_ids);
  const names = new LinkNames(
    players,
    match.player_ids.map((id) => ({ id })),
    privatePlayers,
  );
  const view = matchView(match);
  const { confirmation } = view;
  const team = match.teams[match.player_ids.indexOf(playerId)];
  if (confirmation === null || team === undefined)
    throw new Error(`the link of a player leads to another match, ${match.id}`);
  const own = match.answers?.find((one) => one.player_id === playerId);
  const pair = (letter: Team): PagePlayer[] =>
    match.player_ids
      .filter((_, slot) => match.teams[slot] === letter)
      .map((id) => ({ ...names.shownAs(id), you: id === playerId }));
  const answers = teamAnswers(match);
  const agrees = (letter: Team): boolean => answers.some((one) => one.team === letter && one.answer === 'right');
  return {
    match: {
      played_at: view.played_at,
      venue_label: view.venue_label,
      outcome: view.outcome,
      scoring: view.scoring,
      winning_team: view.winning_team,
      status: view.status,
      revision: view.revision,
      set_scores: gamesOfSets(view.set_scores),
      teams: { A: pair('A'), B: pair('B') },
    },
    state: confirmation.state,
    deadline: confirmation.deadline,
    then: confirmation.then,
    team,
    counts: counts(team, match),
    answer: own?.answer ?? null,
    reason: own?.reason ?? null,
    confirmed: { A: agrees('A'), B: agrees('B') },
    link: { expires_at: formatInstant(expiresAt) },
  };
}

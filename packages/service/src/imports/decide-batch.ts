/** Decides about the rows of a batch. It only reads; `store-rows.ts` locks before, and writes after. */

import { randomUUID } from 'node:crypto';
import type { ImportProblem } from '@bandeja/contract/import-rows';
import type { ImportOptions } from '@bandeja/contract/imports';
import { SESSION_MATCHES_MAX } from '@bandeja/contract/match-bodies';
import { pointerTo } from '@bandeja/contract/pointer';
import type { Queryable } from '@bandeja/postgres/database';
import { auditActor } from '../audit/events.ts';
import type { PartnerContext } from '../context.ts';
import { type NewMatchRow, NOT_PLANNED } from '../history/match-row.ts';
import {
  type CheckedMatch,
  fullSession,
  newMatchRow,
  plansNamed,
  reservedReference,
  sessionsOf,
} from '../matches/decide.ts';
import { findNearbyMatches } from '../matches/nearby-store.ts';
import { findEligibleParticipants } from '../matches/participants-store.ts';
import { countSessionMatches } from '../matches/sessions-store.ts';
import { findPlans } from '../matches/store.ts';
import { decideRow, type RowDecision } from './decide-row.ts';
import { type ComparedRow, type Comparison, compare } from './differences.ts';
import { type KnownMatch, knownMatch, readKnown } from './known-matches.ts';
import { findNeighbours, type Neighbour, type ResolvedReference, resolveReferences } from './look-ups-store.ts';
import { type PlayerPlan, planPlayers } from './players.ts';
import { problemsOf } from './problems.ts';
import type { ReadMatch, ReadRow } from './read-row.ts';
import { type RowRecord, readLines } from './rows-store.ts';
import { nameOf, participantsOf, playerProblems, type Slot, slotOfKey } from './slots.ts';
import { haveSameTeams, importWarnings } from './warnings.ts';

export interface Batch {
  /** Null for a check. */
  readonly importId: string | null;
  readonly options: ImportOptions;
  readonly rows: readonly ReadRow[];
  /** As sent. */
  readonly players: readonly unknown[];
}

export interface DecidedRow {
  readonly row: ReadRow;
  readonly decision: RowDecision;
  /** That of its match, or the one sent. */
  readonly external_ref: string | null;
  /** The match that the row creates now, if it does. */
  readonly created: NewMatchRow | null;
  /** The keys of its participants. */
  readonly keys: readonly string[];
  /** The record from before, if there is one. */
  readonly record: RowRecord | null;
}

export interface DecidedBatch {
  readonly rows: readonly DecidedRow[];
  readonly plans: ReadonlyMap<string, PlayerPlan>;
}

/** A row with a valid match, and what it names. */
interface Candidate {
  readonly row: ReadRow;
  readonly match: ReadMatch;
  readonly reference: ResolvedReference;
  readonly checked: CheckedMatch;
  readonly slots: readonly Slot[];
  /** Null unless its four players are known and different. */
  readonly planned: NewMatchRow | null;
  /** Identifies it among nearby matches. Rows with one reference and instant would have the same match id. */
  readonly lookUpId: string;
}

/**
 * The rows of the batch are decided in order: each knows the matches that the rows before it create.
 * @param now the instant of creation, ms: that of the audit entries, too
 */
export async function decideBatch(
  context: PartnerContext,
  database: Queryable,
  batch: Batch,
  now: number,
): Promise<DecidedBatch> {
  const { partnerId } = context.actor;
  const { importId, options, rows } = batch;
  const matches = rows.flatMap(({ match }) => match ?? []);
  const submissions = matches.map(({ submission }) => ({ ...checkedOf(context, submission) }));
  const refs = participantsOf(partnerId, matches);
  const named = matches.flatMap(({ keys }) => keys.flatMap((key) => key ?? []));
  const [records, references, sessions, eligible, plans] = await Promise.all([
    importId === null
      ? []
      : readLines(
          database,
          importId,
          rows.map(({ line }) => line),
        ),
    resolveReferences(
      database,
      partnerId,
      matches.map(({ submission }) => submission.external_ref),
      options.on_voided === 'replace',
    ),
    countSessionMatches(database, sessionsOf(submissions)),
    findEligibleParticipants(database, refs),
    planPlayers(context, database, { importId, options, sent: batch.players, named }),
  ]);
  const resolved = new Map(references.map((one) => [one.sent, one]));
  const players = new Map(eligible.map((player) => [nameOf(refs[player.ref_index]), player]));
  const slotOf = (match: ReadMatch, index: number): Slot => {
    const { profile_id, username, sent } = match.submission.participants[index] ?? {
      profile_id: null,
      username: null,
      sent: '',
    };
    const key = match.keys[index] ?? null;
    if (key !== null) return slotOfKey(key, plans.get(key));
    const player = players.get(nameOf({ player_id: profile_id, username }));
    if (player !== undefined) return { sent, id: player.id, name: player.username ?? sent, problem: null };
    return { sent, id: profile_id, name: username ?? sent, problem: 'participant_not_eligible' };
  };
  const candidates = new Map(
    rows.flatMap((row): [ReadRow, Candidate][] => {
      const { match } = row;
      const reference = match === null ? undefined : resolved.get(match.submission.external_ref);
      if (match === null || reference === undefined) return [];
      const slots = match.submission.participants.map((_, index) => slotOf(match, index));
      const checked = checkedOf(context, { ...match.submission, external_ref: reference.external_ref });
      const ids = slots.map(({ id, problem }) => (problem === null ? (id ?? '') : ''));
      const isWhole = ids.every((id, index) => id !== '' && ids.indexOf(id) === index);
      const planned = isWhole ? newMatchRow(checked, ids, now) : null;
      return [[row, { row, match, reference, checked, slots, planned, lookUpId: randomUUID() }]];
    }),
  );

  const all = [...candidates.values()];
  const sought = all.flatMap(({ planned, lookUpId: id }) => (planned === null ? [] : [{ ...planned, id }]));
  const isDerived = options.references === 'derived';
  const [plansKnown, nearby, neighbours] = await Promise.all([
    findPlans(
      database,
      all.flatMap(({ checked }) => plansNamed([checked])),
    ),
    sought.length === 0 ? [] : findNearbyMatches(database, sought),
    isDerived ? findNeighbours(database, { partnerId, importId }, all.flatMap(soughtOf)) : [],
  ]);
  const recordOf = new Map(records.map((record) => [record.line, record]));
  const twinOf = new Map(all.map((one) => [one, isDerived ? onlyTwin(one, all, neighbours) : null]));
  const known = await readKnown(database, [
    ...new Set([
      ...records.flatMap(({ state, match_id }) => (state === 'created' && match_id !== null ? [match_id] : [])),
      ...references.flatMap(({ match_id }) => match_id ?? []),
      ...[...twinOf.values()].flatMap((twin) => twin?.id ?? []),
    ]),
  ]);

  const reserved = new Set(plansKnown.map(({ plan_id }) => plan_id));
  const sizes = new Map(sessions.map((one) => [one.session_external_ref, one.matches]));
  const created: NewMatchRow[] = [];
  const createdByReference = new Map<string, KnownMatch>();
  const decided = rows.map((row): DecidedRow => {
    const record = recordOf.get(row.line) ?? null;
    const candidate = candidates.get(row);
    if (candidate === undefined) {
      const facts = { ...NO_MATCH, problems: row.problems };
      return { row, decision: decideRow(facts), external_ref: row.external_ref, created: null, keys: [], record };
    }
    const { match, reference, checked, slots, planned, lookUpId } = candidate;
    const { session_external_ref: session } = match.submission;
    const usernames = slots.map(({ name }) => name);
    const compared: ComparedRow = { submission: match.submission, given: match.given, players: slots };
    const comparedTo = (other: KnownMatch | undefined): Comparison | null =>
      other === undefined ? null : compare(compared, other);
    const isFull = session !== null && (sizes.get(session) ?? 0) >= SESSION_MATCHES_MAX;
    const decision = decideRow({
      problems: unknownKeys(slots),
      own: () => comparedTo(record?.state === 'created' ? known.get(record.match_id ?? '') : undefined),
      referenced: () =>
        comparedTo(known.get(reference.match_id ?? '') ?? createdByReference.get(reference.external_ref)),
      sameTeams: () => comparedTo(known.get(twinOf.get(candidate)?.id ?? '')),
      problemsOfNew: () => [
        ...referenceProblems(checked, reserved),
        ...playerProblems(slots),
        ...(isFull ? fullSessionProblems() : []),
      ],
      warnings: () =>
        planned === null
          ? []
          : importWarnings(planned, usernames, {
              nearby: nearby.flatMap((one) => (one.near === lookUpId ? [{ ...one, near: planned.id }] : [])),
              earlier: created,
              neighbours: neighbours.filter(({ line }) => line === row.line),
            }),
      storesWarned: options.on_warning === 'store' || row.isConfirmed,
    });
    const isNew = decision.state === 'created' && !decision.isOwn;
    const stored = isNew ? planned : null;
    if (stored !== null) {
      created.push(stored);
      createdByReference.set(stored.external_ref, knownMatch(stored, usernames));
      if (session !== null) sizes.set(session, (sizes.get(session) ?? 0) + 1);
    }
    return {
      row,
      decision,
      external_ref: (decision.match ?? stored ?? match.submission).external_ref,
      created: stored,
      keys: match.keys.flatMap((key) => key ?? []),
      record,
    };
  });
  return { rows: decided, plans };
}

const NO_MATCH = {
  own: () => null,
  referenced: () => null,
  sameTeams: () => null,
  problemsOfNew: () => [],
  warnings: () => [],
  storesWarned: true,
};

const checkedOf = ({ actor }: PartnerContext, submission: CheckedMatch['submission']): CheckedMatch => ({
  partnerId: actor.partnerId,
  actor: auditActor(actor),
  submission,
  court: NOT_PLANNED,
});

function unknownKeys(slots: readonly Slot[]): ImportProblem[] {
  return slots.flatMap(({ sent, problem }, slot): ImportProblem[] => {
    if (problem !== 'unknown_player_key') return [];
    const detail = `Neither this batch nor a stored row of the import has a player with the key “${sent}”.`;
    const pointer = pointerTo('participants', slot, 'player');
    return [{ pointer, code: problem, detail, values: { sent } }];
  });
}

/** Why a new match may not have the reference. A stored match may. */
function referenceProblems(checked: CheckedMatch, reservedPlans: ReadonlySet<string>): ImportProblem[] {
  const isReserved = plansNamed([checked]).some(({ plan_id }) => reservedPlans.has(plan_id));
  const { external_ref } = checked.submission;
  const faults = [
    ...(isReserved ? (reservedReference().faults ?? []) : []),
    ...(Array.from(external_ref).length > REFERENCE_MAX ? [tooLong(external_ref)] : []),
  ];
  return problemsOf(faults, {});
}

const fullSessionProblems = (): ImportProblem[] =>
  problemsOf(fullSession().faults ?? [], {}).map((one) => ({ ...one, values: { most: SESSION_MATCHES_MAX } }));

const REFERENCE_MAX = 128;

const tooLong = (reference: string) =>
  ({
    pointer: pointerTo('external_ref'),
    code: 'out_of_range',
    detail: `With its number, “${reference}” has more than ${REFERENCE_MAX} characters.`,
  }) as const;

/** A row with at least three known players, who may have a match with another player. */
function soughtOf({ row, match, slots }: Candidate) {
  const ids = slots.map(({ id, problem }) => (problem === null ? id : null));
  if (ids.filter((id) => id !== null).length < 3) return [];
  return [{ line: row.line, played_at: match.submission.played_at, ids }];
}

/** The stored match with the same teams at the same instant, if there is one that no other line of the import has or names. */
function onlyTwin(
  { row, planned }: Candidate,
  all: readonly Candidate[],
  neighbours: readonly Neighbour[],
): Neighbour | null {
  if (planned === null) return null;
  const isTwin = (other: Pick<NewMatchRow, 'played_at' | 'player_ids' | 'teams'>) =>
    other.played_at === planned.played_at && haveSameTeams(planned, other);
  const inBatch = all.flatMap((one) => (one.row === row || one.planned === null ? [] : [one.planned]));
  if (inBatch.some(isTwin)) return null;
  const stored = neighbours.filter((other) => other.line === row.line && !other.is_of_other_line && isTwin(other));
  return stored.length === 1 ? (stored[0] ?? null) : null;
}

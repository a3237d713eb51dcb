/** Results of nights, entered with the access of this console. Entries of every night are sent while any page of a night is open. */
import type { Api } from '@bandeja/client';
import { bandeja, mode as dataMode, queryClient } from '../../api.ts';
import { device, onSignIn, ownerOf, signedIn } from '../../me.ts';
import { resultSubmission } from '../../results/court.ts';
import { Engine, type OpenNight } from '../../results/engine.ts';
import type { Answer, Entry, Stored } from '../../results/entries.ts';
import { answerOf } from '../../results/problem.ts';
import { Reader } from '../../results/reader.ts';

export const planKey = (ref: string) => ['plan', ref] as const;

const { person } = signedIn();
const mode = `${dataMode} `;
/** Entries are sent by pages of their mode only. */
const owner = `${ownerOf({ person })} ${dataMode}`;
/** A night of the sandbox may have the same reference. */
export const nightOf = (ref: string): string => mode + ref;
const refOf = (night: string): string => night.slice(mode.length);

/** Where the last state of a part of a night is kept, for this owner only. */
const keyOf = (part: 'plan' | 'live', ref: string): string => `${part} ${owner} ${nightOf(ref)}`;

export const keepPlanHere = (plan: Api.Plan): Promise<void> =>
  device.keep(keyOf('plan', plan.session_external_ref), plan);
export const keptPlan = async (ref: string): Promise<Api.Plan | undefined> =>
  (await device.read(keyOf('plan', ref)))?.value as Api.Plan | undefined;

async function store(entry: Entry, result: NonNullable<Entry['result']>): Promise<Api.CourtResult> {
  const body = resultSubmission(result, entry.court, entry.seen);
  const { match, revision } = await bandeja().plans.putResult(refOf(entry.night), entry.round, entry.court.court, body);
  const { id, status, set_scores, winning_team, outcome } = match;
  return {
    match_id: id,
    match_status: status,
    revision,
    set_scores,
    winning_team,
    outcome,
    by: 'person',
    person_id: person.id,
  };
}

async function remove({ night, round, court, seen }: Entry): Promise<null> {
  await bandeja().plans.removeResult(refOf(night), round, court.court, { seen });
  return null;
}

const send = (entry: Entry): Promise<Answer> =>
  answerOf(entry.result === null ? remove(entry) : store(entry, entry.result));

const engine = new Engine({
  storage: device,
  owner,
  ownerName: () => person.display_name,
  send,
  onRefused: ({ night }) => readNight(refOf(night)),
  canRemove: true,
});

const readers = new Map<string, Reader<Api.LiveNight>>();

/** What changes during a night. */
export function readerOf(ref: string): Reader<Api.LiveNight> {
  const known = readers.get(ref);
  if (known !== undefined) return known;
  const key = keyOf('live', ref);
  const reader = new Reader<Api.LiveNight>({
    read: (signal) => bandeja().plans.live(ref, { signal }),
    kept: () => device.read(key),
    keep: (live) => void device.keep(key, live),
    onAnswer: () => engine.sender.wakeAfterAnswer(),
    endedBy: () => false,
  });
  readers.set(ref, reader);
  return reader;
}

/** Reads the live state again, where a page shows it. */
export const readLive = (ref: string): Promise<void> => readerOf(ref).read();

function readNight(ref: string): void {
  void readLive(ref);
  void queryClient.invalidateQueries({ queryKey: planKey(ref) });
}

export const openNight = (ref: string): OpenNight => ({ engine, night: nightOf(ref), refresh: () => readNight(ref) });

/** Shows a stored result in all parts of the night. Only the live state is read again, for the ranking. */
function showResult(stored: Stored): void {
  if (!stored.night.startsWith(mode)) return;
  const { round, court, result } = stored;
  const ref = refOf(stored.night);
  readerOf(ref).showResult(round, court.court, result);
  const plan = queryClient.getQueryData<Api.Plan | null>(planKey(ref));
  if (plan == null) return;
  // An answer that is under way may be older.
  void queryClient.cancelQueries({ queryKey: planKey(ref) });
  const changed = (one: Api.PlanCourt): Api.PlanCourt =>
    one.court === court.court ? { ...one, result: result as Api.CourtResult | null } : one;
  const rounds = plan.rounds.map((one) => (one.round === round ? { ...one, courts: one.courts.map(changed) } : one));
  queryClient.setQueryData<Api.Plan>(planKey(ref), { ...plan, rounds });
}
engine.outbox.onStored(showResult);
addEventListener('online', () => engine.sender.wake());
onSignIn(ownerOf({ person }), () => engine.sender.wake());

/**
 * Random imports against the model of `import-model.ts`: rows that are corrected and sent again, two clients of one import, matches
 * that are amended and voided in between, and requests whose answers are lost.
 */
import assert from 'node:assert/strict';
import type { ImportedPlayer, ImportResults, ImportRow } from '@bandeja/contract/import-rows';
import type { Import } from '@bandeja/contract/imports';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { TaskView } from '@bandeja/contract/tasks';
import type { PageBody } from '../support/client.ts';
import { setsOf } from '../support/matches.ts';
import {
  applyBatch,
  changeMatch,
  closeModelImport,
  type ModelBatch,
  type ModelOptions,
  type ModelPlayer,
  type ModelRow,
  type ModelWorld,
  type Outcome,
  openModelImport,
  type Play,
  textOf,
  undoModelImport,
} from './import-model.ts';

export interface CalledAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The service under test. */
export interface PlayedService {
  /** Makes a partner that may do everything. @returns a call with its key, which throws if the answer is lost */
  partner(): Promise<(method: string, path: string, body?: unknown, signal?: AbortSignal) => Promise<CalledAnswer>>;
  /** Kills the service, and starts it again. Without it, nothing is lost. */
  readonly kill?: () => Promise<void>;
  /** Whether tasks run. */
  readonly hasTasks: boolean;
}

/** What happened in some runs. */
export interface PlayedCounts {
  imports: number;
  batches: number;
  rows: number;
  pairs: number;
  kills: number;
  aborts: number;
  undone: number;
  registered: number;
  readonly states: Map<string, number>;
}

export const noneYet = (): PlayedCounts => ({
  imports: 0,
  batches: 0,
  rows: 0,
  pairs: 0,
  kills: 0,
  aborts: 0,
  undone: 0,
  registered: 0,
  states: new Map(),
});

const START = Date.UTC(2026, 2, 1, 18);
const SCORES = ['6-4 6-3', '6-2 6-2', '7-6 6-4', '6-4 6-5', '6-3 3-6 10-8'];

/** A world that agrees with all answers so far, and batches without an answer that it may still get. */
interface Candidate {
  readonly world: ModelWorld;
  readonly pending: readonly ModelBatch[];
}

type Call = Awaited<ReturnType<PlayedService['partner']>>;

let runs = 0;

/** Plays one or two imports of a file. @throws if an answer, or what is stored in the end, is not as the model says */
export async function playImports(service: PlayedService, random: () => number, counts: PlayedCounts): Promise<void> {
  runs += 1;
  const run = new Run(
    service,
    await service.partner(),
    random,
    counts,
    `r${runs}${Math.floor(random() * 1e6).toString(36)}`,
  );
  await run.prepare();
  for (const name of random() < 0.5 ? ['a'] : ['a', 'b']) await run.playImport(name);
  await run.checkMatches();
}

class Run {
  readonly #service: PlayedService;
  readonly #call: Call;
  readonly #random: () => number;
  readonly #counts: PlayedCounts;
  readonly #tag: string;
  readonly #ids = new Map<string, string>();
  readonly #file: ModelRow[] = [];
  #players: readonly ModelPlayer[] = [];
  #candidates: readonly Candidate[] = [];

  constructor(service: PlayedService, call: Call, random: () => number, counts: PlayedCounts, tag: string) {
    this.#service = service;
    this.#call = call;
    this.#random = random;
    this.#counts = counts;
    this.#tag = tag;
  }

  /** Registers players, and stores some matches that the file has, too. */
  async prepare(): Promise<void> {
    const own = [0, 1, 2, 3, 4].map((number) => `${this.#tag}-u${number}`);
    for (const username of own) await this.#done('POST', '/v1/players', { username, profile_is_public: false });
    this.#players = [
      { key: 'own', username: own[0] ?? '', mode: 'existing' },
      { key: 'n1', username: own[1] ?? '', mode: 'new' },
      { key: 'n2', username: own[1] ?? '', mode: 'new' },
      { key: 'e1', username: `${this.#tag}-e1`, mode: 'either' },
      { key: 'e2', username: own[2] ?? '', mode: 'either' },
      { key: 'gone', username: `${this.#tag}-gone`, mode: 'existing' },
    ];
    this.#candidates = [{ world: { matches: new Map(), usernames: new Set(own), imports: new Map() }, pending: [] }];
    for (let line = 1; line <= 8 + this.#below(8); line += 1) this.#file.push(this.#row(line));
    for (const { play, reference, isInvalid } of this.#file) {
      if (play === null || isInvalid || !this.#isRarely(0.15)) continue;
      const four = own.slice(0, 4) as [string, string, string, string];
      const known: Play = { ...play, winners: [four[0], four[1]], losers: [four[2], four[3]] };
      const stored = this.#isRarely(0.5) ? `${reference}-x` : reference;
      const { status, body } = await this.#call('POST', '/v1/matches', {
        ...this.#body(stored, known),
        trust_tier: 'imported',
      });
      if (status !== 201) continue;
      this.#ids.set(stored, (body as OwnMatchView).id);
      const match = { now: known, first: known, revision: 1, isVoided: false, createdBy: null };
      this.#change((world) => ({ ...world, matches: new Map(world.matches).set(stored, match) }));
    }
  }

  async playImport(name: string): Promise<void> {
    const options: ModelOptions = {
      references: this.#isRarely(0.4) ? 'derived' : 'given',
      on_voided: this.#isRarely(0.5) ? 'replace' : 'leave',
      on_warning: this.#isRarely(0.5) ? 'hold' : 'store',
    };
    const { id } = await this.#done<Import>('POST', '/v1/imports', { label: name, options });
    this.#change((world) => openModelImport(world, name, options));
    this.#counts.imports += 1;
    for (let step = 0; step < 5 + this.#below(5); step += 1) await this.#step(name, id);
    if (this.#service.hasTasks && this.#isRarely(0.3)) await this.#undo(name, id);
    else {
      await this.#done('POST', `/v1/imports/${id}/close`);
      this.#candidates = this.#expanded().map(({ world, pending }) => ({
        world: closeModelImport(world, name),
        pending,
      }));
    }
    await this.#checkImport(name, id);
  }

  async #step(name: string, id: string): Promise<void> {
    const chance = this.#random();
    if (chance < 0.15) return this.#changeAMatch();
    const batch = this.#batch(name);
    if (chance < 0.3) return this.#sendTwo(id, batch, this.#batch(name));
    if (this.#service.kill !== undefined && chance < 0.32) await this.#lose(id, batch, 'kill');
    else if (this.#service.kill !== undefined && chance < 0.45) await this.#lose(id, batch, 'abort');
    const outcomes = await this.#send(id, batch);
    this.#keep(
      this.#expanded().flatMap((known) => answered(known, batch, outcomes)),
      batch,
      outcomes,
    );
  }

  /** Two clients send at the same time; either may be first. */
  async #sendTwo(id: string, one: ModelBatch, two: ModelBatch): Promise<void> {
    this.#counts.pairs += 1;
    const [first, second] = await Promise.all([this.#send(id, one), this.#send(id, two)]);
    const inOrder = (known: Candidate, steps: readonly (readonly [ModelBatch, readonly Outcome[] | null])[]) =>
      steps.reduce<Candidate[]>(
        (now, [batch, outcomes]) => now.flatMap(expand).flatMap((each) => answered(each, batch, outcomes)),
        [known],
      );
    const kept = this.#candidates.flatMap((known) => [
      ...inOrder(known, [
        [one, first],
        [two, second],
      ]),
      ...inOrder(known, [
        [two, second],
        [one, first],
      ]),
    ]);
    this.#keep(kept, one, first);
  }

  /** A batch whose answer is lost. It may be stored now, later or never. */
  async #lose(id: string, batch: ModelBatch, how: 'kill' | 'abort'): Promise<void> {
    const aborting = new AbortController();
    const sent = this.#call(
      'POST',
      `/v1/imports/${id}/rows`,
      bodyOf(batch, (row) => this.#rowBody(row)),
      aborting.signal,
    ).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, this.#below(25)));
    if (how === 'abort') aborting.abort();
    else await this.#service.kill?.();
    this.#counts[how === 'abort' ? 'aborts' : 'kills'] += 1;
    const answer = await sent;
    if (answer === null) {
      this.#candidates = this.#candidates.map(({ world, pending }) => ({ world, pending: [...pending, batch] }));
      return;
    }
    const outcomes = this.#outcomesOf(answer);
    this.#keep(
      this.#expanded().flatMap((known) => answered(known, batch, outcomes)),
      batch,
      outcomes,
    );
  }

  async #send(id: string, batch: ModelBatch): Promise<readonly Outcome[] | null> {
    this.#counts.batches += 1;
    this.#counts.rows += batch.rows.length;
    const body = bodyOf(batch, (row) => this.#rowBody(row));
    return this.#outcomesOf(await this.#call('POST', `/v1/imports/${id}/rows`, body));
  }

  #outcomesOf({ status, body }: CalledAnswer): readonly Outcome[] | null {
    if (status === 409) return null;
    assert.equal(status, 200, JSON.stringify(body));
    const { results, players } = body as ImportResults;
    for (const { state, external_ref, match_id } of results) {
      this.#counts.states.set(state, (this.#counts.states.get(state) ?? 0) + 1);
      if (match_id === null || external_ref === null) continue;
      assert.equal(match_id, this.#ids.get(external_ref) ?? match_id, external_ref);
      this.#ids.set(external_ref, match_id);
    }
    return [
      ...results.map(shownRow),
      ...players.map(({ key, state, username }) =>
        JSON.stringify(state === 'refused' ? [key, state] : [key, state, username]),
      ),
    ];
  }

  async #changeAMatch(): Promise<void> {
    const [only, ...others] = this.#expanded();
    if (only === undefined || others.length > 0) return;
    const live = [...only.world.matches].filter(([, { isVoided }]) => !isVoided);
    const [reference, match] = live[this.#below(live.length)] ?? [];
    const id = this.#ids.get(reference ?? '');
    if (reference === undefined || match === undefined || id === undefined) return;
    if (this.#isRarely(0.5)) {
      await this.#done('POST', `/v1/matches/${id}/void`, { reason: 'Wrong.' });
      this.#change((world) => changeMatch(world, reference, 'void'));
      return;
    }
    const score = this.#score();
    if (score === match.now.score) return;
    const stored = await this.#done<OwnMatchView>('GET', `/v1/matches/${id}`);
    const set_scores = setsFor(score, stored.winning_team === 'A');
    await this.#done('PATCH', `/v1/matches/${id}`, { set_scores });
    this.#change((world) => changeMatch(world, reference, { ...match.now, score }));
  }

  async #undo(name: string, id: string): Promise<void> {
    const { id: taskId } = await this.#done<TaskView>('POST', `/v1/imports/${id}/undo`, {});
    for (;;) {
      const task = await this.#done<TaskView>('GET', `/v1/tasks/${taskId}`);
      if (task.state === 'done') break;
      assert.ok(task.state === 'queued' || task.state === 'running', JSON.stringify(task));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.#counts.undone += 1;
    this.#candidates = this.#expanded().map(({ world, pending }) => ({ world: undoModelImport(world, name), pending }));
  }

  /** What is listed of an import is what one of the worlds has. The import is closed, so no pending batch can come any more. */
  async #checkImport(name: string, id: string): Promise<void> {
    const path = `/v1/imports/${id}`;
    const read = await this.#done<Import>('GET', path);
    const rows = (await this.#done<PageBody<ImportRow>>('GET', `${path}/rows?limit=1000`)).data;
    const players = (await this.#done<PageBody<ImportedPlayer>>('GET', `${path}/players?limit=1000`)).data;
    const listed = JSON.stringify([
      rows.map((row) => [shownRow(row), row.now]),
      players.map(({ key, username, registered }) => [key, username, registered]),
      Object.values(read.rows).reduce((sum, count) => sum + count, 0),
      read.rows.created,
      read.players_registered,
    ]);
    const expectedOf = ({ world }: Candidate): string => {
      const { lines, keys } = world.imports.get(name) ?? assert.fail();
      const records = [...lines].sort(([a], [b]) => a - b);
      const named = [...keys].sort(([a], [b]) => (a < b ? -1 : 1));
      return JSON.stringify([
        records.map(([line, { state, match, warnings }]) => {
          const created = state === 'created' ? world.matches.get(match ?? '') : undefined;
          const now = created && (created.isVoided ? 'voided' : created.revision === 1 ? 'stored' : 'changed');
          return [JSON.stringify([line, state, match, [...warnings].sort()]), now ?? null];
        }),
        named.map(([key, { username, registered }]) => [key, username, registered]),
        records.length,
        records.filter(([, { state }]) => state === 'created').length,
        named.filter(([, { registered }]) => registered).length,
      ]);
    };
    this.#counts.registered += read.players_registered;
    const kept = this.#candidates.filter((known) => expectedOf(known) === listed);
    assert.ok(kept.length > 0, `listed: ${listed}\nexpected: ${this.#candidates.map(expectedOf).join('\nor: ')}`);
    this.#candidates = kept.map(({ world }) => ({ world, pending: [] }));
  }

  async checkMatches(): Promise<void> {
    const { data } = await this.#done<PageBody<OwnMatchView>>('GET', '/v1/matches?limit=100');
    const listed = data
      .map((match) => JSON.stringify([match.external_ref, match.status === 'voided', match.revision, playOf(match)]))
      .sort();
    const expectedOf = ({ world }: Candidate) =>
      [...world.matches]
        .map(([reference, { now, revision, isVoided }]) =>
          JSON.stringify([reference, isVoided, revision, shownPlay(now)]),
        )
        .sort();
    assert.ok(
      this.#candidates.some((known) => JSON.stringify(expectedOf(known)) === JSON.stringify(listed)),
      `listed: ${listed.join('\n')}\nexpected: ${this.#candidates.map((known) => expectedOf(known).join('\n')).join('\nor: ')}`,
    );
  }

  #keep(kept: readonly Candidate[], batch: ModelBatch, outcomes: readonly Outcome[] | null): void {
    const distinct = new Map(kept.map((known) => [`${textOf(known.world)} ${known.pending.length}`, known]));
    if (distinct.size === 0) {
      const expected = this.#expanded().map(({ world }) => applyBatch(world, batch).outcomes?.join('\n'));
      assert.fail(
        `sent: ${JSON.stringify(batch)}\nanswered: ${outcomes?.join('\n')}\nexpected: ${expected.join('\nor: ')}\nin: ${textOf(this.#candidates[0]?.world ?? assert.fail())}`,
      );
    }
    this.#candidates = [...distinct.values()];
  }

  readonly #expanded = (): Candidate[] => this.#candidates.flatMap(expand);

  #change(change: (world: ModelWorld) => ModelWorld): void {
    this.#candidates = this.#candidates.map(({ world, pending }) => ({ world: change(world), pending }));
  }

  #batch(importName: string): ModelBatch {
    const from = this.#below(this.#file.length);
    const length = 1 + this.#below(8);
    const rows = this.#file.slice(from, from + length).map((row) => {
      const corrected = this.#isRarely(0.25) ? { ...this.#row(row.line), reference: row.reference } : row;
      return { ...corrected, confirmed: this.#isRarely(0.3) };
    });
    return { importName, players: this.#players, rows };
  }

  #row(line: number): ModelRow {
    const ofOther = line > 1 && this.#isRarely(0.1) ? 1 + this.#below(line - 1) : line;
    const row = { line, reference: `f${ofOther}`, confirmed: false };
    if (this.#isRarely(0.05)) return { ...row, play: null, isInvalid: false };
    const names = [
      'key:own',
      'key:n1',
      'key:n2',
      'key:e1',
      'key:e2',
      ...[0, 1, 2, 3, 4].map((n) => `${this.#tag}-u${n}`),
    ];
    if (this.#isRarely(0.1)) names.push('key:gone', 'key:none', `${this.#tag}-none`);
    // Few times and mostly the same four players, so that twins and neighbours are frequent.
    const four = this.#isRarely(0.5) ? names.slice(5, 9) : [];
    while (four.length < 4) {
      const name = names[this.#below(names.length)] ?? '';
      if (!four.includes(name)) four.push(name);
    }
    const [a = '', b = '', c = '', d = ''] = four;
    const minute = 90 * this.#below(6) + (this.#isRarely(0.15) ? 10 : 0);
    const play: Play = { minute, winners: [a, b], losers: [c, d], score: this.#score() };
    return { ...row, play, isInvalid: this.#isRarely(0.07) };
  }

  readonly #score = (): string => SCORES[this.#below(this.#isRarely(0.2) ? SCORES.length : 3)] ?? '';

  #rowBody({ line, reference, confirmed, play, isInvalid }: ModelRow): object {
    if (play === null) return { line, faults: [{ code: 'unclear' }] };
    const match = this.#body(reference, play);
    return { line, confirmed, match: isInvalid ? { ...match, outcome: 'won' } : match };
  }

  /** A match with either team as A, and the players of each in any order. */
  #body(external_ref: string, { minute, winners, losers, score }: Play): object {
    const isA = this.#isRarely(0.5);
    const winning = isA ? 'A' : 'B';
    const named = (names: readonly string[], team: string) =>
      names.map((name) => ({ ...(name.startsWith('key:') ? { player: name.slice(4) } : { username: name }), team }));
    const participants = [...named(winners, winning), ...named(losers, isA ? 'B' : 'A')];
    return {
      external_ref,
      played_at: new Date(START + minute * 60_000).toISOString(),
      winning_team: winning,
      set_scores: setsFor(score, isA),
      participants: this.#isRarely(0.5) ? participants.reverse() : participants,
    };
  }

  async #done<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.#call(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  readonly #below = (count: number): number => Math.floor(this.#random() * count);
  readonly #isRarely = (chance: number): boolean => this.#random() < chance;
}

const bodyOf = ({ players, rows }: ModelBatch, rowBody: (row: ModelRow) => object): object => ({
  players,
  rows: rows.map(rowBody),
});

/** The worlds in which some of the pending batches have been stored, in any order. */
const expand = (known: Candidate): Candidate[] => [
  known,
  ...known.pending.flatMap((batch, index) => {
    const pending = known.pending.filter((_, other) => other !== index);
    return expand({ world: applyBatch(known.world, batch).world, pending });
  }),
];

/** The world after a batch, if its answer is the expected one. */
function answered({ world, pending }: Candidate, batch: ModelBatch, outcomes: readonly Outcome[] | null): Candidate[] {
  const applied = applyBatch(world, batch);
  const isExpected = JSON.stringify(applied.outcomes) === JSON.stringify(outcomes);
  return isExpected ? [{ world: applied.world, pending }] : [];
}

const shownRow = ({ line, state, external_ref, match_id, warnings }: ImportRow): Outcome =>
  JSON.stringify([line, state, match_id === null ? null : external_ref, warnings.map(({ code }) => code).sort()]);

const setsFor = (score: string, isA: boolean) =>
  setsOf(score).map((set) => (isA ? set : { ...set, team_a_games: set.team_b_games, team_b_games: set.team_a_games }));

const shownPlay = ({ minute, winners, losers, score }: Play) => [
  minute,
  [...winners].sort(),
  [...losers].sort(),
  score,
];

function playOf({ played_at, winning_team, participants, set_scores }: OwnMatchView) {
  const of = (isWinner: boolean) =>
    participants.flatMap(({ team, username }) => ((team === winning_team) === isWinner ? (username ?? []) : []));
  const score = set_scores.map(({ team_a_games: a, team_b_games: b }) =>
    winning_team === 'A' ? `${a}-${b}` : `${b}-${a}`,
  );
  const minute = (Date.parse(played_at) - START) / 60_000;
  return [minute, of(true).sort(), of(false).sort(), score.join(' ')];
}

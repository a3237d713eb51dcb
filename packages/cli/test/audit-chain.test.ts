import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { AuditedMatches, CHAIN_START, ChainVerifier, entryHash } from '../src/audit-chain.ts';
import { done, FakeService } from './fake-service.ts';
import { runInside } from './run-cli.ts';

type Entry = Api.AuditEntry;

const PARTICIPANTS = ['A', 'A', 'B', 'B'].map((team, slot) => ({ team, profile_id: `p${slot}`, court_position: null }));
const SETS = [1, 2].map((set_number) => ({ set_number, team_a_games: 6, team_b_games: set_number }));

/** A chain of this length, as the service writes it. */
function aChain(length: number): Entry[] {
  let previous_hash = CHAIN_START;
  return Array.from({ length }, (_, index) => {
    const after = { venue_label: 'Pádel Ü', duration_minutes: 1.5, participants: PARTICIPANTS, set_scores: SETS };
    const entry: Omit<Entry, 'hash'> = {
      seq: index + 1,
      match_id: `m${index}`,
      at: '2026-05-01T20:06:12.345Z',
      action: 'submitted',
      actor: 'key:k1',
      revision: 1,
      changes: [{ pointer: '', before: null, after }],
      previous_hash,
    };
    const hash = entryHash(previous_hash, entry);
    previous_hash = hash;
    return { ...entry, hash };
  });
}

/** The same chain with other fields in one entry. */
function changed(chain: readonly Entry[], index: number, fields: Partial<Entry>): Entry[] {
  return chain.map((entry, at) => (at === index ? { ...entry, ...fields } : entry));
}

function breakOf(chain: readonly Entry[], verifier = new ChainVerifier()): string {
  for (const entry of chain) {
    const broken = verifier.accept(entry);
    if (broken !== null) return `${broken.seq}: ${broken.reason}`;
  }
  const broken = verifier.finish();
  return broken === null ? 'holds' : `${broken.seq}: ${broken.reason}`;
}

describe('The audit chain', () => {
  it('each entry hashes the previous hash and its canonical form', () => {
    const text = `${CHAIN_START}{"a":[1,"ü"],"b":null}`;
    const expected = createHash('sha256').update(text, 'utf8').digest('hex');
    assert.equal(entryHash(CHAIN_START, { b: null, a: [1, 'ü'] }), expected);
  });

  it('an unchanged chain is valid', () => assert.equal(breakOf(aChain(5)), 'holds'));

  const touched: [name: string, touch: (chain: Entry[]) => Entry[], broken: RegExp][] = [
    ['an entry was changed', (chain) => changed(chain, 2, { match_id: 'x' }), /^3: its content does not give its hash/],
    ['an entry was removed', (chain) => chain.toSpliced(2, 1), /^3: entry 3 is missing: 4 follows 2/],
    [
      'two entries were exchanged',
      ([first, second, third, ...rest]) => [first, third, second, ...rest].filter((entry) => entry !== undefined),
      /^2: entry 2 is missing/,
    ],
    ['it begins late', (chain) => chain.slice(1), /^1: entry 1 is missing/],
    ['an entry has no hash', (chain) => changed(chain, 1, { hash: '' }), /^2: its content/],
    [
      'an entry has the hash of another entry as the previous one',
      (chain) => changed(chain, 1, { previous_hash: CHAIN_START }),
      /^2: it does not continue/,
    ],
    [
      'an entry has a field that was not hashed',
      (chain) => chain.map((entry, index) => (index === 1 ? Object.assign({ added: 1 }, entry) : entry)),
      /^2: its content/,
    ],
  ];
  for (const [name, touch, broken] of touched) {
    it(`the chain is broken if ${name}`, () => assert.match(breakOf(touch(aChain(5))), broken));
  }

  it('the chain is compared with an earlier link', () => {
    const chain = aChain(5);
    const known = { seq: 4, hash: chain[3]?.hash ?? '' };
    assert.equal(breakOf(chain, new ChainVerifier(known)), 'holds');
    assert.match(
      breakOf(chain.slice(0, 3), new ChainVerifier(known)),
      /^4: the chain ends at 3, before the entry noted/,
    );
    assert.match(breakOf(chain, new ChainVerifier({ seq: 4, hash: CHAIN_START })), /^4: it is not the entry noted/);
  });
});

describe('The matches of an audit chain', () => {
  const served = (fields: object) =>
    ({
      ...{ id: 'm0', revision: 1, venue_label: 'Pádel Ü', duration_minutes: 1.5, participants: PARTICIPANTS },
      ...{ set_scores: SETS },
      ...fields,
    }) as unknown as Api.Match;
  const audited = new AuditedMatches();
  for (const entry of aChain(2)) audited.add(entry);

  it('matches are equal despite another order of sets or an erased player', () => {
    assert.equal(audited.differenceOf(served({})), null);
    const participants = PARTICIPANTS.map((player, slot) => (slot === 2 ? { ...player, profile_id: null } : player));
    assert.equal(audited.differenceOf(served({ set_scores: SETS.toReversed(), participants })), null);
  });

  it('matches differ if a field, a set or a player differs at the same revision', () => {
    assert.equal(audited.differenceOf(served({ venue_label: 'x' })), 'venue_label');
    assert.equal(audited.differenceOf(served({ set_scores: SETS.slice(1) })), 'set_scores');
    assert.equal(audited.differenceOf(served({ participants: PARTICIPANTS.toReversed() })), 'participants');
    assert.equal(audited.differenceOf(served({ venue_label: 'x', revision: 2 })), null);
  });
});

describe('The answers of players in an audit chain', () => {
  const ANA = '019b76da-a800-7b7e-9d57-0f5d1a2b3c4d';
  const terms = { reported_by: 'A', deadline: null, then: 'stay' };
  const entry = (action: string, revision: number, at: string, changes: object[]) =>
    ({ match_id: 'm1', action, revision, at, changes }) as unknown as Api.AuditEntry;
  const answered = (at: string, before: string | null, after: string) =>
    entry('answered', 1, at, [{ pointer: `/confirmation/answers/${ANA}`, before, after }]);
  const chain = [
    entry('submitted', 1, '2026-05-01', [{ pointer: '', before: null, after: { confirmation: terms } }]),
    answered('2026-05-02', null, 'wrong'),
    answered('2026-05-03', 'wrong', 'right'),
  ];
  const match = (answers: readonly object[], more: object = {}) =>
    ({ id: 'm1', revision: 1, confirmation: { ...terms, answers }, ...more }) as unknown as Api.Match;
  const matchesOf = (entries: readonly Api.AuditEntry[]) => {
    const audited = new AuditedMatches();
    for (const one of entries) audited.add(one);
    return audited;
  };
  const right = { profile_id: ANA, answer: 'right', at: '2026-05-03' };

  it('are compared with the served ones, of which an erased player has no id', () => {
    const audited = matchesOf(chain);
    assert.equal(audited.differenceOf(match([right])), null);
    assert.equal(audited.differenceOf(match([{ ...right, profile_id: null }])), null);
    for (const answers of [[], [{ ...right, answer: 'wrong' }], [{ ...right, profile_id: 'another' }]])
      assert.equal(audited.differenceOf(match(answers)), 'confirmation');
  });

  it('are not compared if they came after the chain was read', () => {
    assert.equal(matchesOf(chain.slice(0, 1)).differenceOf(match([right])), null);
  });

  it('end with an amendment of the result, and with another reporter', () => {
    const amended = entry('amended', 2, '2026-05-04', [{ pointer: '/venue_label', before: null, after: 'x' }]);
    assert.equal(matchesOf([...chain, amended]).differenceOf(match([], { revision: 2, venue_label: 'x' })), null);
    const after = { ...terms, reported_by: 'B' };
    const renamed = entry('amended', 2, '2026-05-04', [{ pointer: '/confirmation', before: terms, after }]);
    assert.equal(
      matchesOf([...chain, renamed]).differenceOf(match([], { revision: 2, confirmation: { ...after, answers: [] } })),
      null,
    );
  });

  it('and the terms differ if one was changed', () => {
    const other = { confirmation: { ...terms, reported_by: 'B', answers: [right] } };
    assert.equal(matchesOf(chain).differenceOf(match([], other)), 'confirmation');
  });
});

describe('bandeja audit verify', () => {
  async function serving(t: Parameters<typeof FakeService.start>[0], chain: readonly Entry[]): Promise<FakeService> {
    const service = await FakeService.start(t);
    service.mishap = ({ path, query }) => {
      const none = { limit: 100, offset: null, has_more: false, next_cursor: null };
      if (path === '/v1/matches') return { status: 200, body: { data: [], pagination: none } };
      if (path !== '/v1/audit') return 'none';
      const from = Number(query.get('cursor'));
      const [limit, next] = [Number(query.get('limit')), from + Number(query.get('limit'))];
      const hasMore = next < chain.length;
      const pagination = { limit, offset: null, has_more: hasMore, next_cursor: hasMore ? String(next) : null };
      return { status: 200, body: { data: chain.slice(from, next), pagination } };
    };
    return service;
  }

  it('bandeja audit verify pages through the chain and prints its head', async (t) => {
    const chain = aChain(1500);
    const service = await serving(t, chain);
    const run = await runInside(['audit', 'verify'], { url: service.url });
    assert.equal(run.stdout, `The audit trail is valid: 1,500 entries.\nHead: 1500:${chain.at(-1)?.hash}\n`);
    assert.deepEqual(
      service.to('GET', '/v1/audit').map(({ query }) => query.get('cursor')),
      [null, '1000'],
    );
    assert.equal(run.exitCode, 0);
  });

  it('bandeja audit verify reports where the chain is broken and exits with 1', async (t) => {
    const chain = aChain(1500);
    const service = await serving(t, changed(chain, 1199, { match_id: 'x' }));
    const run = await runInside(['audit', 'verify'], { url: service.url });
    assert.match(run.stdout, /^The audit trail is broken at entry 1200: its content/);
    assert.equal(run.exitCode, 1);
    const json = await runInside(['audit', 'verify', '--json'], { url: service.url });
    const { verified, entries, broken } = JSON.parse(json.stdout);
    assert.deepEqual([verified, entries, broken.seq], [false, 1199, 1200]);
  });

  it('the empty chain of a partner without entries is valid', async (t) => {
    const run = await runInside(['audit', 'verify'], { url: (await serving(t, [])).url });
    assert.match(run.stdout, /^The audit trail is valid: 0 entries/);
  });
});

describe('bandeja audit verify --all', () => {
  const options = (service: FakeService) => ({ url: service.url, key: null, operatorToken: 'the-token' });

  it('--all makes the service verify all trails, and exits with 0, or with 1 and the faults', async (t) => {
    const service = await FakeService.start(t);
    service.planTask('audit', [done({ partners: 1, entries: 1204, erasures: 0, faults: [] })]);
    const right = await runInside(['audit', 'verify', '--all'], options(service));
    assert.deepEqual([right.stdout, right.exitCode], ['The audit trails are valid: 1,204 entries of 1 partner.\n', 0]);
    assert.deepEqual(service.requests[0]?.body, { kind: 'audit' });
    const faults = [{ partner_id: 'p-1', match_id: null, seq: 7, detail: 'the head of the chain is missing' }];
    service.planTask('audit', [done({ partners: 1, entries: 7, erasures: 0, faults })]);
    const wrong = await runInside(['audit', 'verify', '--all'], options(service));
    assert.match(
      wrong.stdout,
      /^1 fault found in 7 entries of 1 partner\.\n\npartner .*\np-1 +– +7 +the head of the chain is missing\n$/s,
    );
    assert.equal(wrong.exitCode, 1);
  });
});

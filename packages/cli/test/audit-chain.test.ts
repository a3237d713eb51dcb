import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { CHAIN_START, ChainVerifier, entryHash } from '../src/audit-chain.ts';
import type { JsonObject } from '../src/json-value.ts';
import { done, FakeService } from './fake-service.ts';
import { runCli, runInside } from './run-cli.ts';

/** A chain of so many entries, as the service would write it. */
function aChain(length: number): JsonObject[] {
  let previous_hash = CHAIN_START;
  return Array.from({ length }, (_, index) => {
    const entry = {
      seq: index + 1,
      match_id: `m${index}`,
      changes: [{ pointer: '', before: null, after: { ü: 1.5 } }],
      previous_hash,
    };
    const hash = entryHash(previous_hash, entry);
    previous_hash = hash;
    return { ...entry, hash };
  });
}

function breakOf(chain: readonly JsonObject[], verifier = new ChainVerifier()): string {
  for (const entry of chain) {
    const broken = verifier.accept(entry);
    if (broken !== null) return `${broken.seq}: ${broken.reason}`;
  }
  const broken = verifier.finish();
  return broken === null ? 'holds' : `${broken.seq}: ${broken.reason}`;
}

describe('the audit chain', () => {
  it('hashes the previous hash and the entry in canonical form', () => {
    const text = `${CHAIN_START}{"a":[1,"ü"],"b":null}`;
    const expected = createHash('sha256').update(text, 'utf8').digest('hex');
    assert.equal(entryHash(CHAIN_START, { b: null, a: [1, 'ü'] }), expected);
  });

  it('holds when nobody touched it', () => assert.equal(breakOf(aChain(5)), 'holds'));

  const touched: [name: string, touch: (chain: JsonObject[]) => JsonObject[], verdict: RegExp][] = [
    [
      'an entry was changed',
      (chain) => chain.with(2, { ...chain[2], match_id: 'x' }),
      /^3: its content does not give its hash/,
    ],
    ['an entry was taken out', (chain) => chain.toSpliced(2, 1), /^3: entry 3 is missing: 4 follows 2/],
    [
      'two entries were exchanged',
      (chain) => [0, 2, 1, 3].map((place) => chain[place] ?? {}),
      /^2: entry 2 is missing/,
    ],
    ['it begins late', (chain) => chain.slice(1), /^1: entry 1 is missing/],
    ['an entry has no hash', (chain) => chain.with(1, { ...chain[1], hash: null }), /^2: its content/],
    [
      'an entry names another before it',
      (chain) => chain.with(1, { ...chain[1], previous_hash: CHAIN_START }),
      /^2: it does not continue/,
    ],
  ];
  for (const [name, touch, verdict] of touched) {
    it(`is broken when ${name}`, () => assert.match(breakOf(touch(aChain(5))), verdict));
  }

  it('is held against a link that was noted earlier', () => {
    const chain = aChain(5);
    const known = { seq: 4, hash: String(chain[3]?.['hash']) };
    assert.equal(breakOf(chain, new ChainVerifier(known)), 'holds');
    assert.match(
      breakOf(chain.slice(0, 3), new ChainVerifier(known)),
      /^4: the chain ends at 3, before the entry noted/,
    );
    assert.match(breakOf(chain, new ChainVerifier({ seq: 4, hash: CHAIN_START })), /^4: it is not the entry noted/);
  });
});

describe('bandeja audit verify', () => {
  async function serving(
    t: Parameters<typeof FakeService.start>[0],
    chain: readonly JsonObject[],
  ): Promise<FakeService> {
    const service = await FakeService.start(t);
    service.mishap = ({ path, query }) => {
      if (path !== '/v1/audit') return 'none';
      const after = Number(query.get('after'));
      const rest = chain.filter((_, place) => place >= after);
      return {
        status: 200,
        body: { data: rest.slice(0, 1000), pagination: { has_more: rest.length > 1000, next_cursor: null } },
      };
    };
    return service;
  }

  it('pages through the chain and prints its head', async (t) => {
    const chain = aChain(2500);
    const service = await serving(t, chain);
    const run = await runCli(['audit', 'verify'], { url: service.url });
    assert.equal(run.stdout, `The chain holds: 2,500 entries.\nHead: 2500:${String(chain.at(-1)?.['hash'])}\n`);
    assert.deepEqual(
      service.to('GET', '/v1/audit').map(({ query }) => query.get('after')),
      ['0', '1000', '2000'],
    );
    assert.equal(run.exitCode, 0);
  });

  it('says where it is broken, and ends with 1', async (t) => {
    const chain = aChain(2500);
    const service = await serving(t, chain.with(1499, { ...chain[1499], match_id: 'x' }));
    const run = await runCli(['audit', 'verify'], { url: service.url });
    assert.match(run.stdout, /^The chain is broken at entry 1500: its content/);
    assert.equal(run.exitCode, 1);
    const json = await runCli(['audit', 'verify', '--json'], { url: service.url });
    const { verified, entries, broken } = JSON.parse(json.stdout);
    assert.deepEqual([verified, entries, broken.seq], [false, 1499, 1500]);
  });

  it('holds for a partner without entries', async (t) => {
    const run = await runCli(['audit', 'verify'], { url: (await serving(t, [])).url });
    assert.match(run.stdout, /^The chain holds: 0 entries/);
  });
});

describe('bandeja audit verify --all', () => {
  const options = (service: FakeService) => ({ url: service.url, key: null, operatorToken: 'the-token' });

  it('has the service verify all trails, and ends with 0 or with the faults and 1', async (t) => {
    const service = await FakeService.start(t);
    service.planTask('audit', [done({ partners: 1, entries: 1204, faults: [] })]);
    const right = await runInside(['audit', 'verify', '--all'], options(service));
    assert.deepEqual([right.stdout, right.exitCode], ['The audit trail holds: 1,204 entries of 1 partner.\n', 0]);
    assert.deepEqual(service.requests[0]?.body, { kind: 'audit' });
    const faults = [{ partner_id: 'p-1', match_id: null, seq: 7, detail: 'the head of the chain is missing' }];
    service.planTask('audit', [done({ partners: 1, entries: 7, faults })]);
    const wrong = await runInside(['audit', 'verify', '--all'], options(service));
    assert.match(
      wrong.stdout,
      /^1 fault found in 7 entries of 1 partner\.\n\npartner .*\np-1 +– +7 +the head of the chain is missing\n$/s,
    );
    assert.equal(wrong.exitCode, 1);
  });
});

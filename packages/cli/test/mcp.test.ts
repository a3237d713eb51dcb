import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Bandeja } from '@bandeja/client';
import { createDemo } from '@bandeja/service/demo/demo';
import { useTestService } from '@bandeja/service/test/support/service';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runCli } from './run-cli.ts';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const READS = [
  'find_players',
  'player_card',
  'player_matches',
  'explain_match',
  'preview_match',
  'list_sessions',
  'recap',
  'night',
];
const SESSION = 'club-norte-2025-10-17';

const team = (team: 'A' | 'B', ...usernames: readonly string[]) => usernames.map((username) => ({ username, team }));
const participants = [...team('A', 'ines.carvalho', 'tiago_m'), ...team('B', 'lucia.v', 'marcosroig')];
const match = {
  external_ref: 'by-an-assistant',
  played_at: '2025-10-24T19:10:00Z',
  winning_team: 'A',
  trust_tier: 'partner_attested',
  participants,
  set_scores: [{ set_number: 1, team_a_games: 6, team_b_games: 4 }],
};

describe('bandeja mcp', () => {
  const service = useTestService({ listen: true });
  let key: string;
  const clients: Client[] = [];
  before(async () => {
    key = (await createDemo(service().context)).key;
  });
  after(() => Promise.all(clients.map((client) => client.close())));

  /** An assistant that starts the command. */
  async function assistant(...options: readonly string[]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    const env = { BANDEJA_URL: service().url ?? '', BANDEJA_KEY: key, PATH: process.env['PATH'] ?? '' };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp', ...options], env }));
    clients.push(client);
    return client;
  }

  async function ask(client: Client, name: string, input: object) {
    const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
    const [first] = content;
    assert.ok(first?.type === 'text');
    return { isError, text: first.text };
  }

  it('answers what it is asked, and only reads', async () => {
    const client = await assistant();
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      READS.map((name) => [name, true]),
    );
    const answer = async (name: string, input: object) => {
      const { isError, text } = await ask(client, name, input);
      assert.equal(isError, false, text);
      return JSON.parse(text);
    };
    // Other tests of this service may change the ratings of the same players.
    const api = new Bandeja({ baseUrl: service().url ?? '', key });
    assert.deepEqual(await answer('find_players', { q: 'inês' }), await api.players.list({ q: 'inês' }));
    assert.deepEqual(
      await answer('player_card', { username: 'ines.carvalho' }),
      await api.players.card('ines.carvalho'),
    );
    assert.equal((await answer('player_matches', { username: 'ines.carvalho', limit: 1 })).data.length, 1);
    const [last] = (await api.matches.list({ limit: 1 })).data;
    const { participants: explained } = await answer('explain_match', { match_id: last?.id });
    assert.equal(explained.length, 4);
    const { win_probability: chance } = await answer('preview_match', { participants, played_at: match.played_at });
    assert.ok(chance.A > 0 && chance.A < 1);
    assert.equal((await answer('recap', { session: SESSION })).session_external_ref, SESSION);
    await assert.rejects(client.callTool({ name: 'submit_match', arguments: match }), /submit_match/);
    const wrong = await ask(client, 'player_card', { name: 'Inês' });
    assert.equal(wrong.isError, true);
    assert.match(wrong.text, /username/);
  });

  it('does not start with a key that the service does not know', async () => {
    const run = await runCli(['mcp'], {
      url: service().url ?? '',
      key: `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
    });
    assert.deepEqual([run.exitCode, run.stdout], [3, '']);
    assert.match(run.stderr, /^bandeja: .*\(401 invalid_credentials\)\n/);
  });

  it('says what the service refused', async () => {
    const { isError, text } = await ask(await assistant(), 'player_card', { username: 'nobody.here' });
    assert.equal(isError, true);
    assert.match(text, /404 player_not_found/);
  });

  it('submits a match once and voids it, with --allow-writes', async () => {
    const client = await assistant('--allow-writes');
    const first = await ask(client, 'submit_match', match);
    const again = await ask(client, 'submit_match', match);
    const [{ id, status }, stored] = [JSON.parse(first.text), JSON.parse(again.text)];
    assert.deepEqual([status, stored.id], ['completed', id]);
    const voided = await ask(client, 'void_match', { match_id: id, reason: 'It was not played' });
    assert.equal(JSON.parse(voided.text).status, 'voided');
  });
});

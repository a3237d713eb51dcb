/**
 * The peer that bench:ingest runs beside the service: what one would write in an afternoon. Plain Fastify, pg and
 * openskill; a transaction a match with the players' rows locked, no audit trail, no history that can change. Run as a
 * process of its own with DATABASE_URL; prints its address.
 */
import fastify from 'fastify';
import { rate } from 'openskill';
import pg from 'pg';

interface Submission {
  readonly external_ref: string;
  readonly played_at: string;
  readonly winning_team: 'A' | 'B';
  readonly participants: readonly { readonly profile_id: string; readonly team: 'A' | 'B' }[];
  readonly set_scores: unknown;
}

interface Player {
  readonly id: string;
  readonly mu: number;
  readonly sigma: number;
}

const { DATABASE_URL: connectionString = '' } = process.env;
const pool = new pg.Pool({ connectionString, max: 10 });
await pool.query(`
  create table if not exists peer_players (id uuid primary key, mu double precision not null, sigma double precision not null);
  create table if not exists peer_matches (
    id uuid primary key default gen_random_uuid(), external_ref text not null unique, played_at timestamptz not null,
    winning_team text not null, set_scores jsonb not null, player_ids uuid[] not null
  );
  create table if not exists peer_match_players (
    player_id uuid not null, match_id uuid not null, mu double precision not null, sigma double precision not null,
    primary key (player_id, match_id)
  );
  insert into peer_players select id, 25, 25 / 3.0 from players on conflict do nothing`);

async function store(match: Submission): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const ids = match.participants.map((one) => one.profile_id);
    const { rows } = await client.query<Player>({
      name: 'lock',
      text: 'select id, mu, sigma from peer_players where id = any($1::uuid[]) order by id for update',
      values: [ids],
    });
    const players = new Map(rows.map((row) => [row.id, row]));
    const team = (which: 'A' | 'B'): Player[] =>
      match.participants.filter((one) => one.team === which).flatMap((one) => players.get(one.profile_id) ?? []);
    const [winners, losers] = match.winning_team === 'A' ? [team('A'), team('B')] : [team('B'), team('A')];
    const rated = rate([winners, losers]).flat();
    const order = [...winners, ...losers];
    const { rows: inserted } = await client.query<{ id: string }>({
      name: 'match',
      text: `insert into peer_matches (external_ref, played_at, winning_team, set_scores, player_ids)
        values ($1, $2, $3, $4, $5) returning id`,
      values: [match.external_ref, match.played_at, match.winning_team, JSON.stringify(match.set_scores), ids],
    });
    const id = inserted[0]?.id ?? '';
    const values = [order.map((one) => one.id), rated.map((one) => one.mu), rated.map((one) => one.sigma)];
    await client.query({
      name: 'history',
      text: `insert into peer_match_players select p.id, $4, p.mu, p.sigma
        from unnest($1::uuid[], $2::float8[], $3::float8[]) as p(id, mu, sigma)`,
      values: [...values, id],
    });
    await client.query({
      name: 'players',
      text: `update peer_players set mu = p.mu, sigma = p.sigma
        from unnest($1::uuid[], $2::float8[], $3::float8[]) as p(id, mu, sigma) where peer_players.id = p.id`,
      values,
    });
    await client.query('commit');
    return id;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const app = fastify({ logger: false });
app.post('/v1/matches', async (request, reply) => {
  const id = await store(request.body as Submission);
  return reply.code(201).send({ id });
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));

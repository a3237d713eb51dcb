/** The transaction of one match, run by PostgreSQL's own load generator: no HTTP, no JSON to judge, no rating to compute. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '../../src/store/engine/database.ts';

const PLAYERS = 20_000;
const PARTNERS = 50;

/** Players, partners and keys whose ids a script can work out from a number. */
const SETUP = `
  create or replace function bench_id(kind text, n bigint) returns uuid language sql immutable as
    $$ select (kind || '0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;
  insert into partners (id, name, plan, created_at)
    select bench_id('a', n), 'Bench ' || n, 'pro', now() from generate_series(1, ${PARTNERS}) n on conflict do nothing;
  insert into api_keys (id, partner_id, public_id, key_hash, mode, scopes, created_at)
    select bench_id('b', n), bench_id('a', n), 'bench' || n, sha256('no key'), 'live', '{write:matches}', now()
    from generate_series(1, ${PARTNERS}) n on conflict do nothing;
  insert into audit_chains (partner_id, seq, hash)
    select bench_id('a', n), 0, sha256('') from generate_series(1, ${PARTNERS}) n on conflict do nothing;
  insert into players (id, username, display_name, profile_is_public, creator_partner_id, created_at, updated_at)
    select bench_id('c', n), 'bench-' || n, 'Bench', true, bench_id('a', 1), now(), now()
    from generate_series(0, ${PLAYERS - 1}) n on conflict do nothing;
  insert into player_ratings (player_id)
    select bench_id('c', n) from generate_series(0, ${PLAYERS - 1}) n on conflict do nothing;
  analyze players; analyze player_ratings; analyze partners; analyze audit_chains`;

const QUARTER = PLAYERS / 4;
const IDS = `array[${[0, 1, 2, 3].map((slot) => `bench_id('c', :p::bigint + ${slot * QUARTER})`).join(', ')}]`;
const PARTNER = `bench_id('a', :partner::bigint)`;
const MATCH = `bench_id('d', :ref::bigint)`;

// Statement for statement what the service sends for one match that is appended, but for the look-up before it.
const SCRIPT = `
\\set partner random(1, ${PARTNERS})
\\set p random(0, ${QUARTER - 1})
\\set ref random(1, 999999999999)
begin;
select pg_advisory_xact_lock_shared(7201330001);
select seq, encode(hash, 'hex') as hash from audit_chains where partner_id = ${PARTNER} for no key update \\gset
select m.id from matches m where m.partner_id = ${PARTNER} and m.external_ref = :ref::text;
select p.id, p.username, p.display_name from players p where p.id = any(${IDS}) and p.profile_is_public;
insert into matches (id, partner_id, external_ref, status, played_at, winning_team, trust_tier, outcome, player_ids, teams, court_positions, set_scores, created_at, completed_at) values (${MATCH}, ${PARTNER}, :ref::text, 'completed', now(), 'A', 'partner_attested', 'played', ${IDS}, 'AABB', '----', '6-4 6-3', now(), now());
insert into player_matches (player_id, played_at, match_id) select id, now(), ${MATCH} from unnest(${IDS}) id;
insert into audit_entries (partner_id, seq, match_id, at, action, key_id, revision, changes, previous_hash, hash) values (${PARTNER}, :seq::bigint + 1, ${MATCH}, now(), 'submitted', bench_id('b', :partner::bigint), 1, '[{"field": "winning_team", "before": null, "after": "A"}]'::jsonb, decode(:hash::text, 'hex'), sha256('match'));
update audit_chains set seq = seq + 1, hash = sha256('match') where partner_id = ${PARTNER};
select player_id, mean, variance, shown, last_played_at, matches_played, last_match_id from player_ratings where player_id = any(${IDS}) order by player_id for update;
insert into match_ratings (match_id, played_at, model_version, player_ids, units_won, units_lost, units_standard, weight, length, mean_before, variance_before, shown_before, last_played_at_before, matches_played_before, mean_after, variance_after, shown_after) select ${MATCH}, now(), 'pair-1', ${IDS}, 12, 7, 20, 1, 1, array_agg(mean), array_agg(variance), array_agg(shown), array_agg(last_played_at), array_agg(matches_played), array_agg(coalesce(mean, 0) + 0.01), array_agg(coalesce(variance, 1) * 0.99), array_agg(coalesce(shown, 0) + 0.01) from player_ratings where player_id = any(${IDS});
update player_ratings set mean = coalesce(mean, 0) + 0.01, variance = coalesce(variance, 1) * 0.99, shown = coalesce(shown, 0) + 0.01, last_played_at = now(), matches_played = matches_played + 1, last_match_id = ${MATCH}, model_version = 'pair-1' where player_id = any(${IDS});
commit;
`;

/** Whether this machine has pgbench. */
export async function hasPgbench(): Promise<boolean> {
  return promisify(execFile)('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Matches a second that pgbench stores, prepared, with so many clients. */
export async function runPgbench(database: Database, url: string, clients: number, seconds: number): Promise<number> {
  await database.script(SETUP);
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-pgbench-'));
  try {
    const file = join(folder, 'match.sql');
    writeFileSync(file, SCRIPT);
    const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file, url];
    const { stdout } = await promisify(execFile)('pgbench', options);
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    if (Number.isNaN(rate) || !stdout.includes('number of failed transactions: 0 ')) throw new Error(stdout);
    return rate;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A database URL with several hosts, of which one is the primary: `postgres://user:password@db1,db2:5433/bandeja`. */
const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)(.*)$/s;

/** The values of `target_session_attrs` that mean a primary, which this service always needs. */
const PRIMARY_ATTRS = new Set(['read-write', 'primary']);

/** The modes that `pg` treats as `verify-full`, with six lines of warning that a later version of it will not. */
const VERIFIED_MODES = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

/**
 * One URL for each host, in their order. Over TLS, certificates are checked unless `sslmode` is `no-verify`.
 * @returns null if the text is not a database URL, or asks for another server than the primary
 */
export function urlsOfHosts(url: string): readonly string[] | null {
  const [, before = '', hosts = '', after = ''] = FORM.exec(url) ?? [];
  const checked = /[?&]uselibpqcompat=/.test(after) ? after : after.replace(VERIFIED_MODES, '$1verify-full');
  const urls = hosts.split(',').map((host) => withoutTarget(`${before}${host}${checked}`));
  return before === '' || urls.includes(null) ? null : (urls as string[]);
}

function withoutTarget(url: string): string | null {
  // `pg` also accepts an empty host, with a socket in ?host=. `URL.parse` rejects that.
  const parsed = URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'));
  // A # in the password ends the address there, and the rest would be taken for a host.
  if (parsed === null || parsed.hash !== '') return null;
  const target = parsed.searchParams.get('target_session_attrs');
  if (target === null) return url;
  return PRIMARY_ATTRS.has(target)
    ? url.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
    : null;
}

export interface Primary {
  readonly url: string;
  /** Higher after each promotion. */
  readonly timeline: string;
}

/** One row; its column is null for a standby. */
const SELECT_TIMELINE = `select case when not pg_is_in_recovery()
  then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

/** How long the other servers may still answer once a successor of the known primary was found: one of them may be on a later timeline. */
const SUCCESSOR_GRACE_MS = 300;

/**
 * Asks all servers of a cluster at once. A primary that was lost and replaced may still run, and take writes that no other server gets. So
 * the one on the highest timeline counts.
 * @param known the timeline of the primary so far; empty: none. Its successor is returned without waiting for a lost server's timeout.
 * @returns null if none of them is a primary, or none answers in time
 */
export async function findPrimary(urls: readonly string[], timeoutMs: number, known = ''): Promise<Primary | null> {
  const found: Primary[] = [];
  const successor = Promise.withResolvers<void>();
  const all = urls.map(async (url) => {
    const primary = await primaryAt(url, timeoutMs).catch(() => null);
    if (primary === null) return;
    found.push(primary);
    if (known !== '' && primary.timeline > known) successor.resolve();
  });
  await Promise.race([Promise.all(all), successor.promise.then(() => sleep(SUCCESSOR_GRACE_MS))]);
  return found.reduce<Primary | null>((one, other) => (other.timeline > (one?.timeline ?? '') ? other : one), null);
}

async function primaryAt(url: string, timeoutMs: number): Promise<Primary | null> {
  const client = clientOf(url, timeoutMs);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(SELECT_TIMELINE);
    const timeline = rows[0]?.timeline ?? null;
    return timeline === null ? null : { url, timeline };
  } finally {
    // A server that does not answer would not confirm the end either.
    void client.end();
  }
}

/** A client outside the pool. Its lost connection rejects its query; without the listener, it would also end the process. */
export function clientOf(connectionString: string, timeoutMs: number): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  return client.on('error', () => {});
}

/**
 * The settings. No other file reads the environment. If a setting is wrong, the service does not start and lists all wrong
 * settings. An empty variable counts as not set. Unknown variables are ignored.
 */
import { readFileSync } from 'node:fs';
import { plans } from '@bandeja/contract/account-enums';
import { StartupError } from '@bandeja/postgres/startup-error';
import { DEFAULT_RATE_LIMITS, RATE_LIMIT_MIN, type RateLimits } from './http/admission/rate-limits.ts';
import { readTracingSettings, type TracingSettings } from './runtime/tracing/settings.ts';

/** pino's levels, from the quietest to the loudest. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Visible ASCII, since it is sent in a header; at least 16 characters, so that it cannot be guessed. */
export const operatorTokenForm = /^[!-~]{16,}$/;

export interface Config {
  /** `PORT`, default 8080. 0 takes a free port. */
  readonly port: number;
  /** `HOST`, default 127.0.0.1: the address to listen on. */
  readonly host: string;
  /** `DATA_DIR`, default ./data: the folder of the embedded database and the operator token. */
  readonly dataDirectory: string;
  /** `DATABASE_URL` or `DATABASE_URL_FILE`: the PostgreSQL server to use; null: the embedded database. */
  readonly databaseUrl: string | null;
  /** `DATABASE_REPLICA_URL` or `DATABASE_REPLICA_URL_FILE`: a streaming replica of that server, for reads; null: reads go to the primary. */
  readonly databaseReplicaUrl: string | null;
  /** `OPERATOR_TOKEN` or `OPERATOR_TOKEN_FILE`: required with `DATABASE_URL`; null: the token stored in `DATA_DIR`. */
  readonly operatorToken: string | null;
  /** `LOG_LEVEL`; null: `warn` on a terminal, else `info`. */
  readonly logLevel: LogLevel | null;
  /** `PUBLIC_URL`: the origin that people open, such as `https://padel.club`; null: that of each request. */
  readonly publicUrl: URL | null;
  /** `RATE_LIMITS`: units per minute by plan; null if `off`. */
  readonly rateLimits: RateLimits | null;
  /** `WEBHOOK_ALLOW_PRIVATE`: whether webhooks may use http and private addresses. */
  readonly webhookAllowPrivate: boolean;
  /** `DEMO`, default on: whether a new embedded database gets a demo partner. */
  readonly demo: boolean;
  /** Where to send spans, by the standard OpenTelemetry variables; null: tracing is off. */
  readonly tracing: TracingSettings | null;
  /** Whether npm started the process (npm sets `npm_lifecycle_event`). */
  readonly startedByNpm: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Records a wrong setting. Returns undefined so that a reader can return its result. */
type Complain = (sentence: string) => undefined;

/**
 * @throws {StartupError} with a line for each wrong setting: its name, its value unless that is a secret, and how to fix it.
 */
export function readConfig(environment: Environment = process.env): Config {
  const complaints: string[] = [];
  const complain: Complain = (sentence) => {
    complaints.push(sentence);
  };
  const text = (name: string): string | null => environment[name] || null;
  const secret = (name: string): string | null => readSecret(name, text, complain);
  const databaseUrl = readDatabaseUrl('DATABASE_URL', secret('DATABASE_URL'), complain);
  const config = {
    port: readPort(text('PORT'), complain),
    host: text('HOST') ?? '127.0.0.1',
    dataDirectory: text('DATA_DIR') ?? './data',
    databaseUrl,
    databaseReplicaUrl: readReplicaUrl(secret('DATABASE_REPLICA_URL'), databaseUrl, complain),
    operatorToken: readOperatorToken(secret('OPERATOR_TOKEN'), databaseUrl !== null, complain),
    logLevel: readChoice('LOG_LEVEL', text('LOG_LEVEL'), logLevels, complain),
    publicUrl: readPublicUrl(text('PUBLIC_URL'), complain),
    rateLimits: readRateLimits(text('RATE_LIMITS'), complain),
    webhookAllowPrivate:
      readChoice('WEBHOOK_ALLOW_PRIVATE', text('WEBHOOK_ALLOW_PRIVATE'), ['0', '1'], complain) === '1',
    demo: readChoice('DEMO', text('DEMO'), ['on', 'off'], complain) !== 'off',
    tracing: readTracingSettings(text, complain),
    startedByNpm: text('npm_lifecycle_event') !== null,
  };
  if (complaints.length > 0) throw new StartupError(complaints.join('\n'));
  return config;
}

/** A secret: the variable, or the content of the file that `NAME_FILE` names, as container platforms provide it. */
function readSecret(name: string, text: (name: string) => string | null, complain: Complain): string | null {
  const path = text(`${name}_FILE`);
  if (path === null) return text(name);
  if (text(name) !== null) return complain(`${name} and ${name}_FILE are both set: set one of them`) ?? null;
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content === '' ? (complain(`${name}_FILE is "${path}": the file is empty`) ?? null) : content;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return complain(`${name}_FILE is "${path}": the file cannot be read (${code})`) ?? null;
  }
}

function readPort(text: string | null, complain: Complain): number {
  if (text === null) return 8080;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : (complain(`PORT is "${text}": set a whole number from 0 to 65535`) ?? 0);
}

/** The value may contain a password, so complaints do not show it. */
function readDatabaseUrl(name: string, text: string | null, complain: Complain): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  // A # in the password ends the address there, and the rest would be taken for a host.
  if (url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && url.hash === '') return text;
  complain(
    `${name} is not a PostgreSQL address: set postgres://user:password@host:5432/database, ` +
      'and percent-encode @ : / ? # and % in the password (# is %23, @ is %40)',
  );
  return text;
}

function readReplicaUrl(text: string | null, databaseUrl: string | null, complain: Complain): string | null {
  const url = readDatabaseUrl('DATABASE_REPLICA_URL', text, complain);
  if (url === null) return null;
  if (databaseUrl === null)
    return complain('DATABASE_REPLICA_URL is set without DATABASE_URL: set DATABASE_URL to its primary') ?? null;
  if (serverOf(url) === serverOf(databaseUrl)) {
    complain(
      'DATABASE_REPLICA_URL and DATABASE_URL are the same server: set a streaming replica of it, or leave it out',
    );
  }
  return url;
}

/** Host and port; the URL itself if they cannot be read. */
function serverOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  return `${parsed.searchParams.get('host') ?? parsed.hostname}:${parsed.searchParams.get('port') ?? (parsed.port || '5432')}`;
}

function readOperatorToken(text: string | null, isRequired: boolean, complain: Complain): string | null {
  if (text === null) {
    if (isRequired) complain('OPERATOR_TOKEN is not set: with DATABASE_URL, set a token of at least 16 characters');
    return null;
  }
  if (operatorTokenForm.test(text)) return text;
  complain('OPERATOR_TOKEN is not valid: set at least 16 visible ASCII characters without spaces');
  return null;
}

function readPublicUrl(text: string | null, complain: Complain): URL | null {
  const url = text === null ? null : URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin || text === null) return url;
  return complain(`PUBLIC_URL is "${text}": set an origin without a path, such as https://padel.club`) ?? null;
}

const RATE_LIMIT_MAX = 1_000_000_000;

/** `off`, or limits by plan such as `starter=6000,pro=60000`. Other plans keep their defaults. */
function readRateLimits(text: string | null, complain: Complain): RateLimits | null {
  if (text === 'off') return null;
  const limits: Record<string, number> = { ...DEFAULT_RATE_LIMITS };
  const named = new Set<string>();
  for (const entry of text === null ? [] : text.split(',')) {
    const [, plan = '', units = ''] = /^\s*([a-z]+)=([1-9]\d{0,9})\s*$/.exec(entry) ?? [];
    const isInRange = Number(units) >= RATE_LIMIT_MIN && Number(units) <= RATE_LIMIT_MAX;
    if (!Object.hasOwn(limits, plan) || named.has(plan) || !isInRange) {
      complain(
        `RATE_LIMITS is "${text}": set off, or units per minute (at least ${RATE_LIMIT_MIN}) for some of ${plans.join(', ')}, ` +
          'such as pro=60000,starter=6000',
      );
      break;
    }
    named.add(plan);
    limits[plan] = Number(units);
  }
  return limits as RateLimits;
}

function readChoice<const V extends string>(
  name: string,
  text: string | null,
  values: readonly V[],
  complain: Complain,
): V | null {
  if (text === null) return null;
  const value = values.find((one) => one === text);
  return value ?? complain(`${name} is "${text}": set one of ${values.join(', ')}`) ?? null;
}

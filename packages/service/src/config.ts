/**
 * The settings. No other file reads the environment. If a setting is wrong, the service does not start and lists all wrong
 * settings. An empty variable counts as not set. Unknown variables are ignored.
 */
import { readFileSync } from 'node:fs';
import { plans } from '@bandeja/contract/account-enums';
import { EVENTS_DAYS_MIN } from '@bandeja/contract/events';
import { urlsOfHosts } from '@bandeja/postgres/hosts';
import { StartupError } from '@bandeja/postgres/startup-error';
import { DEFAULT_RATE_LIMITS, RATE_LIMIT_MIN, type RateLimits } from './http/admission/rate-limits.ts';
import { readTracingSettings, type TracingSettings } from './runtime/tracing/settings.ts';

/** pino's levels, from the quietest to the loudest. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Visible ASCII, since it is sent in a header; at least 16 characters, so that it cannot be guessed. */
export const operatorTokenForm = /^[!-~]{16,}$/;

/** How long rows are kept, days. */
export interface Retention {
  /** `EVENTS_DAYS`. */
  readonly eventsDays: number;
  /** `DELIVERIES_DAYS`: attempts to deliver an event. */
  readonly deliveriesDays: number;
}

export interface Config {
  /** `PORT`, default 8080. 0 takes a free port. */
  readonly port: number;
  /** `HOST`, default 127.0.0.1: the address to listen on. */
  readonly host: string;
  /** `ADMIN_PORT`: the only port of `/admin/v1` and `/metrics`; null: `port` has them. 0 takes a free port. */
  readonly adminPort: number | null;
  /** `ADMIN_HOST`, default `HOST`: the address of `adminPort`. */
  readonly adminHost: string;
  /** `DRAIN_SECONDS`, default 0: how long requests are accepted after the signal to stop. */
  readonly drainSeconds: number;
  /** `DATA_DIR`, default ./data: the folder of the embedded database and the operator token. */
  readonly dataDirectory: string;
  /** `DATABASE_URL` or `DATABASE_URL_FILE`: the PostgreSQL server to use; null: the embedded database. */
  readonly databaseUrl: string | null;
  /** `OPERATOR_TOKEN` or `OPERATOR_TOKEN_FILE`: required with `DATABASE_URL`; null: the token stored in `DATA_DIR`. */
  readonly operatorToken: string | null;
  /** `LOG_LEVEL`; null: `warn` on a terminal, else `info`. */
  readonly logLevel: LogLevel | null;
  /** `PUBLIC_URL`: the origin that people open, such as `https://padel.club`; null: that of each request. */
  readonly publicUrl: URL | null;
  /** `SECURITY_CONTACT`: the contact in `/.well-known/security.txt`; null: there is no such file. */
  readonly securityContact: URL | null;
  /** `RATE_LIMITS`: units per minute by plan; null if `off`. */
  readonly rateLimits: RateLimits | null;
  /** `WEBHOOK_ALLOW_PRIVATE`: whether webhooks may use http and private addresses. */
  readonly webhookAllowPrivate: boolean;
  /** `EVENTS_DAYS` and `DELIVERIES_DAYS`, default 30 each. */
  readonly retention: Retention;
  /** `DEMO`, default on: whether a new embedded database gets a demo partner. */
  readonly demo: boolean;
  /** Where to send spans, by the standard OpenTelemetry variables; null: tracing is off. */
  readonly tracing: TracingSettings | null;
  /** Whether npm started the process (npm sets `npm_lifecycle_event`). */
  readonly startedByNpm: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; null if it is not set. */
type Text = (name: string) => string | null;

/** Records a wrong setting. Returns undefined so that a reader can return its result. */
type Complain = (sentence: string) => undefined;

/**
 * @throws {StartupError} with a line for each wrong setting: its name, its value unless that is a secret, and how to fix it.
 */
export function readConfig(environment: Environment = process.env): Config {
  return withoutComplaints((complain) => configOf((name) => environment[name] || null, complain));
}

function configOf(text: Text, complain: Complain): Config {
  const secret = (name: string): string | null => readSecret(name, text, complain);
  const databaseUrl = readDatabaseUrl(secret('DATABASE_URL'), complain);
  const host = text('HOST') ?? '127.0.0.1';
  const port = readWholeNumber('PORT', text, PORTS, complain) ?? 8080;
  const adminHost = text('ADMIN_HOST') ?? host;
  const adminPort = readWholeNumber('ADMIN_PORT', text, PORTS, complain);
  if (adminPort !== 0 && adminPort === port && adminHost === host)
    complain(`ADMIN_PORT is "${port}": set a port other than PORT`);
  return {
    port,
    host,
    adminPort,
    adminHost,
    drainSeconds: readWholeNumber('DRAIN_SECONDS', text, DRAIN_SECONDS, complain) ?? 0,
    dataDirectory: text('DATA_DIR') ?? './data',
    databaseUrl,
    operatorToken: readOperatorToken(secret('OPERATOR_TOKEN'), databaseUrl !== null, complain),
    logLevel: readChoice('LOG_LEVEL', text('LOG_LEVEL'), logLevels, complain),
    publicUrl: readPublicUrl(text('PUBLIC_URL'), complain),
    securityContact: readSecurityContact(text('SECURITY_CONTACT'), complain),
    rateLimits: readRateLimits(text('RATE_LIMITS'), complain),
    webhookAllowPrivate:
      readChoice('WEBHOOK_ALLOW_PRIVATE', text('WEBHOOK_ALLOW_PRIVATE'), ['0', '1'], complain) === '1',
    retention: {
      eventsDays: readWholeNumber('EVENTS_DAYS', text, EVENTS_DAYS, complain) ?? DAYS_DEFAULT,
      deliveriesDays: readWholeNumber('DELIVERIES_DAYS', text, DELIVERIES_DAYS, complain) ?? DAYS_DEFAULT,
    },
    demo: readChoice('DEMO', text('DEMO'), ['on', 'off'], complain) !== 'off',
    tracing: readTracingSettings(text, complain),
    startedByNpm: text('npm_lifecycle_event') !== null,
  };
}

/** The PostgreSQL server to migrate. @throws {StartupError} if it is not set or not an address */
export function readMigratedUrl(environment: Environment = process.env): string {
  return withoutComplaints((complain) => {
    const secret = readSecret('DATABASE_URL', (name) => environment[name] || null, complain);
    const url = readDatabaseUrl(secret, complain);
    // A file that cannot be read has its own complaint.
    if (url === null && !environment['DATABASE_URL_FILE']) {
      complain(
        'DATABASE_URL is not set: set the address with the role that owns the database. The service migrates an embedded database itself',
      );
    }
    return url ?? '';
  });
}

/** @throws {StartupError} with all complaints of `read` */
function withoutComplaints<T>(read: (complain: Complain) => T): T {
  const complaints: string[] = [];
  const value = read((sentence) => {
    complaints.push(sentence);
  });
  if (complaints.length > 0) throw new StartupError(complaints.join('\n'));
  return value;
}

/** A secret: the variable, or the content of the file that `NAME_FILE` names, as container platforms provide it. */
function readSecret(name: string, text: Text, complain: Complain): string | null {
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

/** Null if it is not set. It has no more digits than `max`. */
function readWholeNumber(name: string, text: Text, [min, max]: readonly [number, number], complain: Complain) {
  const value = text(name);
  if (value === null) return null;
  const isInRange =
    /^\d+$/.test(value) && value.length <= String(max).length && Number(value) >= min && Number(value) <= max;
  return isInRange
    ? Number(value)
    : (complain(`${name} is "${value}": set a whole number from ${min} to ${max}`) ?? null);
}

const PORTS = [0, 65_535] as const;
/** The longest is longer than any proxy needs to notice. A supervisor has to wait for it. */
const DRAIN_SECONDS = [0, 300] as const;
const EVENTS_DAYS = [EVENTS_DAYS_MIN, 3_650] as const;
/** An event is sent again for three days. So the log has all its attempts. */
const DELIVERIES_DAYS = [3, 3_650] as const;
const DAYS_DEFAULT = 30;

/** The value may contain a password, so complaints do not show it. */
function readDatabaseUrl(text: string | null, complain: Complain): string | null {
  if (text === null) return null;
  if (urlsOfHosts(text) !== null) return text;
  complain(
    'DATABASE_URL is not a PostgreSQL address: set postgres://user:password@host:5432/database, ' +
      'and percent-encode @ : / ? # and % in the password (# is %23, @ is %40)',
  );
  return text;
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

function readSecurityContact(text: string | null, complain: Complain): URL | null {
  const url = text === null ? null : URL.parse(text);
  if (text === null || (url !== null && /^(https|mailto|tel):$/.test(url.protocol))) return url;
  const sentence = `SECURITY_CONTACT is "${text}": set an address such as mailto:security@padel.club or https://padel.club/security`;
  return complain(sentence) ?? null;
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

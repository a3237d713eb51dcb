import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { StartupError } from '@bandeja/postgres/startup-error';
import fc from 'fast-check';
import { type Config, logLevels, readConfig } from '../src/config.ts';

const DATABASE_URL = 'postgres://user:password@db.example:5432/bandeja';
const OPERATOR_TOKEN = '0123456789abcdef';

describe('the settings', () => {
  it('have defaults for a laptop', () => {
    assert.deepEqual(readConfig({}), {
      port: 8080,
      host: '127.0.0.1',
      adminPort: null,
      adminHost: '127.0.0.1',
      drainSeconds: 0,
      dataDirectory: './data',
      databaseUrl: null,
      operatorToken: null,
      logLevel: null,
      publicUrl: null,
      securityContact: null,
      rateLimits: { starter: 12_000, pro: 120_000, enterprise: 600_000 },
      webhookAllowPrivate: false,
      retention: { eventsDays: 30, deliveriesDays: 30 },
      demo: true,
      tracing: null,
      startedByNpm: false,
    });
  });

  it('are read from the variables with their names', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      ADMIN_PORT: '9090',
      ADMIN_HOST: '127.0.0.2',
      DRAIN_SECONDS: '300',
      DATA_DIR: '/srv/bandeja',
      DATABASE_URL,
      OPERATOR_TOKEN,
      LOG_LEVEL: 'debug',
      PUBLIC_URL: 'https://padel.club',
      SECURITY_CONTACT: 'mailto:security@padel.club',
      RATE_LIMITS: 'off',
      WEBHOOK_ALLOW_PRIVATE: '1',
      EVENTS_DAYS: '90',
      DELIVERIES_DAYS: '7',
      DEMO: 'off',
      npm_lifecycle_event: 'start',
    });
    assert.deepEqual(config, {
      port: 0,
      host: '0.0.0.0',
      adminPort: 9_090,
      adminHost: '127.0.0.2',
      drainSeconds: 300,
      dataDirectory: '/srv/bandeja',
      databaseUrl: DATABASE_URL,
      operatorToken: OPERATOR_TOKEN,
      logLevel: 'debug',
      publicUrl: new URL('https://padel.club'),
      securityContact: new URL('mailto:security@padel.club'),
      rateLimits: null,
      webhookAllowPrivate: true,
      retention: { eventsDays: 90, deliveriesDays: 7 },
      demo: false,
      tracing: null,
      startedByNpm: true,
    });
  });

  it('treat an empty variable as unset, and ignore unknown variables', () => {
    const empty = {
      PORT: '',
      HOST: '',
      ADMIN_PORT: '',
      ADMIN_HOST: '',
      DRAIN_SECONDS: '',
      DATABASE_URL: '',
      OPERATOR_TOKEN: '',
      LOG_LEVEL: '',
      RATE_LIMITS: '',
      DEMO: '',
    };
    assert.deepEqual(readConfig({ ...empty, BANDEJA_URL: 'x', PORTS: 'y' }), readConfig({}));
  });

  it('let operators have the address of HOST, and the number of PORT on another address', () => {
    assert.equal(readConfig({ HOST: '0.0.0.0' }).adminHost, '0.0.0.0');
    assert.equal(readConfig({ ADMIN_PORT: '8080', ADMIN_HOST: '127.0.0.2' }).adminPort, 8_080);
  });

  it('accept every log level', () => {
    for (const level of logLevels) assert.equal(readConfig({ LOG_LEVEL: level }).logLevel, level);
  });

  it('include rate limits by plan; an omitted plan keeps its default', () => {
    assert.deepEqual(readConfig({ RATE_LIMITS: 'pro=600, starter=200' }).rateLimits, {
      starter: 200,
      pro: 600,
      enterprise: 600_000,
    });
  });

  it('accept every valid port', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_535 }), (port) => readConfig({ PORT: String(port) }).port === port),
    );
  });
});

function complaintsAbout(environment: Record<string, string>): string[] {
  let config: Config | undefined;
  try {
    config = readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof StartupError);
    return error.message.split('\n');
  }
  assert.fail(`accepted as ${JSON.stringify(config)}`);
}

describe('a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-config-'));
  after(() => rmSync(folder, { recursive: true }));
  const fileWith = (content: string): string => {
    const path = join(folder, String(Math.random()));
    writeFileSync(path, content);
    return path;
  };

  it('is read from the file that NAME_FILE names, without the line end', () => {
    const { databaseUrl, operatorToken } = readConfig({
      DATABASE_URL_FILE: fileWith(`${DATABASE_URL}\n`),
      OPERATOR_TOKEN_FILE: fileWith(`${OPERATOR_TOKEN}\n`),
    });
    assert.deepEqual([databaseUrl, operatorToken], [DATABASE_URL, OPERATOR_TOKEN]);
  });

  it('stops the start if its file is missing or empty, or if the variable is set too', () => {
    const missing = join(folder, 'missing');
    assert.match(complaintsAbout({ OPERATOR_TOKEN_FILE: missing }).join(), /^OPERATOR_TOKEN_FILE is .* \(ENOENT\)$/);
    assert.match(
      complaintsAbout({ OPERATOR_TOKEN_FILE: fileWith('\n') }).join(),
      /^OPERATOR_TOKEN_FILE is .* is empty$/,
    );
    const both = complaintsAbout({ OPERATOR_TOKEN, OPERATOR_TOKEN_FILE: fileWith(OPERATOR_TOKEN) });
    assert.match(both.join(), /^OPERATOR_TOKEN and OPERATOR_TOKEN_FILE are both set/);
  });
});

describe('a wrong setting stops the start', () => {
  const wrong: readonly (readonly [variable: string, value: string])[] = [
    ['PUBLIC_URL', 'padel.club'],
    ['PUBLIC_URL', 'https://padel.club/club'],
    ['PUBLIC_URL', 'ftp://padel.club'],
    ['SECURITY_CONTACT', 'security@padel.club'],
    ['SECURITY_CONTACT', 'http://padel.club/security'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['ADMIN_PORT', '65536'],
    ['ADMIN_PORT', '8080'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '1.5'],
    ['PORT', '8080 '],
    ['PORT', '0x50'],
    ['PORT', 'http'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_LEVEL', 'INFO'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['DEMO', 'no'],
    // The contract promises 30 days of events.
    ['EVENTS_DAYS', '29'],
    ['EVENTS_DAYS', '3651'],
    ['DELIVERIES_DAYS', '2'],
    ['DELIVERIES_DAYS', '7.5'],
    ['RATE_LIMITS', 'on'],
    ['RATE_LIMITS', 'pro=199'],
    ['RATE_LIMITS', 'pro=1.5'],
    ['RATE_LIMITS', 'gold=500'],
    ['RATE_LIMITS', 'pro=500,pro=600'],
    ['RATE_LIMITS', 'pro=500,'],
    ['RATE_LIMITS', 'pro=1000000001'],
    ['RATE_LIMITS', 'toString=500'],
  ];
  for (const [variable, value] of wrong) {
    it(`with one sentence naming ${variable} and "${value}"`, () => {
      const complaints = complaintsAbout({ [variable]: value });
      assert.equal(complaints.length, 1);
      assert.ok(complaints[0]?.startsWith(`${variable} is "${value}": set `), complaints[0]);
    });
  }

  it('naming a secret without its value', () => {
    for (const [variable, value] of [
      ['DATABASE_URL', 'mysql://root:hunter2@host/db'],
      ['DATABASE_URL', 'hunter2'],
      ['DATABASE_URL', 'postgres://bandeja:hunter2#5@db.example/bandeja'],
      ['DATABASE_URL', 'postgres://bandeja:5#hunter2@db.example/bandeja'],
      ['OPERATOR_TOKEN', 'hunter2'],
      ['OPERATOR_TOKEN', 'hunter2 hunter2 hunter2'],
    ] as const) {
      const text = complaintsAbout({ OPERATOR_TOKEN, [variable]: value }).join('\n');
      assert.match(text, new RegExp(`^${variable} `));
      assert.ok(!text.includes('hunter2'), text);
    }
  });

  it('when a server’s database has no operator token', () => {
    assert.match(complaintsAbout({ DATABASE_URL }).join(), /^OPERATOR_TOKEN is not set/);
  });

  it('with all faults at once', () => {
    const complaints = complaintsAbout({ PORT: 'x', LOG_LEVEL: 'x', DEMO: 'x', DATABASE_URL: 'x' });
    assert.deepEqual(complaints.map((complaint) => complaint.split(' ')[0]).sort(), [
      'DATABASE_URL',
      'DEMO',
      'LOG_LEVEL',
      'OPERATOR_TOKEN',
      'PORT',
    ]);
  });
});

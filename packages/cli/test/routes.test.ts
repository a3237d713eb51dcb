import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { commands } from '../src/run.ts';
import { runInside } from './run-cli.ts';

const PLANS = 'a night is planned and scored in a browser or an app, not in a terminal; `bandeja api` calls the route';

const NIGHT = 'a browser calls it with the token of a link; the command has a key';

const PEOPLE = 'managers call it in a browser; no key has its scope';
const SIGN_IN = 'a browser calls it with an invitation or a cookie; the command has a key';
const OPERATOR_SIGN_IN = 'a browser keeps the cookie; the command has the token';

/** Routes without a command, and why. */
const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  'GET /health/live': 'supervisors ask it; `bandeja health` asks for readiness, which says more',
  'GET /metrics': 'Prometheus reads it',
  'GET /openapi.json': 'generators read it',
  'GET /v1/imports/{id}/players': 'the summary of an import counts the players that it registered',
  'POST /v1/matches/batch': 'a program that has no file calls it; files are imported',
  'POST /v1/night/short-code': NIGHT,
  'GET /v1/partner': 'managers read it in a browser; `bandeja partners get` shows it to operators',
  'PATCH /v1/partner': PEOPLE,
  'POST /v1/people': PEOPLE,
  'GET /v1/people': PEOPLE,
  'GET /v1/people/names': PEOPLE,
  'GET /v1/people/{id}': PEOPLE,
  'PATCH /v1/people/{id}': PEOPLE,
  'DELETE /v1/people/{id}': PEOPLE,
  'POST /v1/people/{id}/invitation': PEOPLE,
  'DELETE /v1/people/{id}/invitation': PEOPLE,
  'GET /v1/invitation': SIGN_IN,
  'POST /v1/sign-in': SIGN_IN,
  'GET /v1/sign-in': SIGN_IN,
  'DELETE /v1/sign-in': SIGN_IN,
  'POST /v1/sign-in/invitation': SIGN_IN,
  'DELETE /v1/sign-ins/{id}': SIGN_IN,
  'POST /v1/passkeys/options': SIGN_IN,
  'POST /v1/passkeys': SIGN_IN,
  'DELETE /v1/passkeys/{id}': SIGN_IN,
  'POST /v1/sign-in/passkey/options': SIGN_IN,
  'POST /v1/sign-in/passkey': SIGN_IN,
  'POST /admin/v1/sign-in': OPERATOR_SIGN_IN,
  'GET /admin/v1/sign-in': OPERATOR_SIGN_IN,
  'DELETE /admin/v1/sign-in': OPERATOR_SIGN_IN,
  'GET /v1/merges': '`bandeja tasks list` shows the tasks of merges, with their ids',
  'GET /v1/scale': '`bandeja scale get` shows the same to the operator',
  'GET /v1/confirmation': NIGHT,
  'PUT /v1/confirmation': NIGHT,
  'GET /v1/night': NIGHT,
  'GET /v1/night/recap': NIGHT,
  'PUT /v1/night/rounds/{round}/courts/{court}/result': NIGHT,
  'GET /v1/sessions/{ref}/live': PLANS,
  'GET /v1/plans': PLANS,
  'PATCH /v1/sessions/{ref}/plan': PLANS,
  'PUT /v1/sessions/{ref}/plan': PLANS,
  'DELETE /v1/sessions/{ref}/plan': PLANS,
  'POST /v1/sessions/{ref}/plan/close': PLANS,
  'POST /v1/sessions/{ref}/plan/undo': PLANS,
  'POST /v1/sessions/{ref}/plan/reopen': PLANS,
  'PUT /v1/sessions/{ref}/plan/rounds/{round}': PLANS,
  'POST /v1/sessions/{ref}/plan/rounds/{round}/open': PLANS,
  'PUT /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result': PLANS,
  'DELETE /v1/sessions/{ref}/plan/rounds/{round}/courts/{court}/result': PLANS,
};

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const root = resolve(import.meta.dirname, '../../..');
const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  await readFile(resolve(root, 'openapi.json'), 'utf8'),
);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
);
const declared = commands.flatMap((entry) => entry.commands);

describe('The routes of the API and the commands', () => {
  it('every route has a command', () => {
    const called = new Set(declared.flatMap(({ routes }) => routes));
    const missing = operations.filter((operation) => !called.has(operation) && !(operation in WITHOUT_COMMAND));
    assert.deepEqual(missing, [], 'add a command with these routes, or a reason to WITHOUT_COMMAND');
  });

  it('every route of a command exists, and every listed exception is needed', () => {
    const named = [...declared.flatMap(({ routes }) => routes), ...Object.keys(WITHOUT_COMMAND)];
    assert.deepEqual(
      named.filter((route) => !operations.includes(route)),
      [],
    );
    const called = new Set(declared.flatMap(({ routes }) => routes));
    assert.deepEqual(
      Object.keys(WITHOUT_COMMAND).filter((route) => called.has(route)),
      [],
    );
  });

  it('every command has a help text with its own example and its routes', async () => {
    for (const { name, routes } of declared) {
      const { exitCode, stdout } = await runInside([...name.split(' '), '--help']);
      assert.equal(exitCode, 0, name);
      assert.match(stdout, new RegExp(`\\$ bandeja ${name}( |\n)`), name);
      for (const route of routes) assert.ok(stdout.includes(route), `${name}: ${route}`);
    }
  });
});

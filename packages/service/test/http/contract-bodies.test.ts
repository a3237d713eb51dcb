/** Every operation refuses each body that its schema in the OpenAPI document excludes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportResults } from '@bandeja/contract/import-rows';
import type { BatchResults } from '@bandeja/contract/matches';
import { faultsOf, storingNothing } from '../support/club.ts';
import { chosenEngines } from '../support/engines.ts';
import type { Answer, ProblemBody } from '../support/service.ts';
import { type Body, type Operation, operations, pathOf } from './contract/document.ts';
import { useCallers, useContractService } from './contract/scene.ts';
import { bodiesAtLimits, wrongBodies } from './contract/wrong-values.ts';

// A body is refused before the database is asked.
describe('a body', () => {
  const service = useContractService(chosenEngines()[0]);
  const callerOf = useCallers(service);

  const isJson = { 'content-type': 'application/json' };

  /** An operation with a body sends it to something that does not exist. Only a check gets to the rows of an import that does not exist. */
  async function send(
    operation: Operation,
    options: { body?: unknown; raw?: string; headers?: Record<string, string> },
  ): Promise<Answer<ProblemBody>> {
    const answer = await callerOf(operation).request<ProblemBody>(operation.method, pathOf(operation), options);
    if (answer.body?.code !== 'import_not_found') return answer;
    return callerOf(operation).request<ProblemBody>(operation.method, '/v1/imports/check', options);
  }

  const shown = ({ status, body }: Answer<ProblemBody>) => [status, body?.code];

  /** A batch with its first entry alone, so that a wrong entry is the only one. */
  function bodyOf({ body, path }: Operation): Body | undefined {
    if (body === undefined || !/\/(?:batch|rows|check)$/.test(path)) return body;
    const example = Object.fromEntries(
      Object.entries(body.example).map(([name, value]) =>
        name === 'matches' || name === 'players' ? [name, (value as unknown[]).slice(0, 1)] : [name, value],
      ),
    );
    return { ...body, example };
  }

  /** The faults of a refused body. Those of a batch’s entry are in its result, with pointers that start at the entry. */
  function faultsAt(operation: Operation, { status, body, text }: Answer<ProblemBody>): string[] {
    if (status !== 200) {
      assert.deepEqual([status, body.code], [422, 'invalid_body'], text);
      return faultsOf(body);
    }
    if (operation.path.startsWith('/v1/imports')) {
      const { players, results } = body as unknown as ImportResults;
      return [
        ...players.flatMap(({ problems }) => problems.map(({ pointer, code }) => `/players/0${pointer} ${code}`)),
        ...results.flatMap(({ problems }) => problems.map(({ pointer, code }) => `/rows/0/match${pointer} ${code}`)),
      ];
    }
    const [list] = Object.keys(operation.body?.example ?? {}).filter(
      (name) => name === 'matches' || name === 'players',
    );
    const [result] = (body as unknown as BatchResults).results;
    return faultsOf({ errors: result?.error?.errors ?? [] }).map((fault) => `/${list}/0${fault}`);
  }

  // One parser serves all routes: `bodies.test.ts` sends every form of JSON and of media types.
  for (const operation of operations.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))) {
    const body = bodyOf(operation);

    it(`${operation.name} refuses bodies other than one JSON object of at most ${operation.bodyKibMax} KiB`, () =>
      storingNothing(service(), async () => {
        const plain = await send(operation, { raw: '{}', headers: { 'content-type': 'text/plain' } });
        assert.deepEqual(shown(plain), [415, 'unsupported_media_type']);
        assert.deepEqual(shown(await send(operation, { raw: '{"a":' })), [400, 'malformed_json']);
        const large = `"${'x'.repeat(operation.bodyKibMax * 1024)}"`;
        assert.deepEqual(shown(await send(operation, { raw: large })), [413, 'body_too_large']);
        const filled = `"${'x'.repeat(operation.bodyKibMax * 1024 - 2)}"`;
        for (const text of ['[]', '7', filled]) {
          const answer = await send(operation, { raw: text });
          assert.equal(faultsAt(operation, answer)[0], ' wrong_type', text.slice(0, 20));
        }
        const unknown = await send(operation, { body: { ...body?.example, Surprise: 1 } });
        assert.deepEqual(faultsAt(operation, unknown), ['/Surprise unknown_field']);
      }));

    if (body === undefined) continue;

    if (body.required) {
      it(`${operation.name} refuses a request without a body`, async () => {
        assert.deepEqual(shown(await send(operation, {})), [415, 'unsupported_media_type']);
        assert.deepEqual(shown(await send(operation, { raw: '', headers: isJson })), [400, 'malformed_json']);
      });
    }

    it(`${operation.name} refuses a body for each rule of its schema that it breaks, and stores nothing`, () =>
      storingNothing(service(), async () => {
        const cases = wrongBodies(body);
        assert.ok(cases.length > 10);
        for (const { body: wrong, pointer, code } of cases) {
          const faults = faultsAt(operation, await send(operation, { body: wrong }));
          assert.ok(
            faults.includes(`${pointer} ${code}`),
            `${pointer} ${code} in ${JSON.stringify(faults)}: ${JSON.stringify(wrong)}`,
          );
        }
      }));

    it(`${operation.name} takes every value at the limits of its schema`, () =>
      storingNothing(service(), async () => {
        for (const { body: right, pointer } of bodiesAtLimits(body)) {
          const faults = faultsAt(operation, await send(operation, { body: right }));
          const broken = faults.filter((fault) => /^\S* (?:out_of_range|wrong_type|not_one_of)$/.test(fault));
          assert.ok(!broken.some((fault) => fault.startsWith(`${pointer} `)), `${faults} of ${JSON.stringify(right)}`);
        }
      }));
  }
});

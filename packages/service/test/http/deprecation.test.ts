import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Fields, Text } from '@bandeja/contract/shapes';
import { buildApp } from '../../src/http/app.ts';
import type { Deprecation } from '../../src/http/deprecation.ts';
import type { RouteModule } from '../../src/http/route.ts';
import { drillApp, goodKey } from './support.ts';

const deprecated = { since: '2027-03-01', sunset: '2027-10-01', link: '/docs/versioning' };

const routeThatGoes =
  (changes: Partial<Deprecation> = {}): RouteModule =>
  (app) => {
    app.route({
      method: 'GET',
      url: '/v1/old-drills',
      schema: {
        operationId: 'listOldDrills',
        tags: ['Matches'],
        summary: 'List old drills',
        description: 'All drills.',
        response: { 200: Fields({ name: Text(1, 5, { description: 'Its name.' }) }) },
      },
      config: {
        access: { kind: 'partner', scopes: ['write:matches'] },
        deprecated: { ...deprecated, ...changes },
      },
      handler: async () => ({ name: 'drill' }),
    });
  };

const appOf = (t: TestContext) => drillApp(t, { routes: [routeThatGoes()] });

describe('a deprecated route', () => {
  it('names its deprecation date, its sunset and its page in every response', async (t) => {
    for (const [headers, status] of [
      [goodKey, 200],
      [{}, 401],
    ] as const) {
      const answer = await appOf(t).inject({ url: '/v1/old-drills', headers });
      assert.equal(answer.statusCode, status);
      assert.equal(answer.headers['deprecation'], '@1803859200');
      assert.equal(answer.headers['sunset'], 'Fri, 01 Oct 2027 00:00:00 GMT');
      assert.equal(answer.headers['link'], '</docs/versioning>; rel="deprecation"; type="text/html"');
    }
  });

  it('is marked in the description of the API, with both dates and the page', async (t) => {
    // Without the other drills, which have no description.
    const app = buildApp({
      context: {} as never,
      log: 'silent',
      health: async () => ({ state: 'healthy', upkeep: [] }),
      metrics: async () => '',
      authenticate: async () => null,
      findOperator: async () => null,
      routes: [routeThatGoes()],
    });
    t.after(() => app.close());
    const { paths } = (await app.inject('/openapi.json')).json();
    const { get } = paths['/v1/old-drills'];
    assert.equal(get.deprecated, true);
    assert.match(
      get.description,
      /^Deprecated since 2027-03-01\. It stops working on 2027-10-01: \[.*\]\(\/docs\/versioning\)/,
    );
    for (const name of ['Deprecation', 'Sunset', 'Link']) assert.ok(name in get.responses['200'].headers);
  });

  it('cannot have a sunset within half a year', (t) => {
    const routes = [routeThatGoes({ sunset: '2027-08-01' })];
    assert.throws(() => drillApp(t, { routes }), /partners need half a year/);
  });

  it('is the only one with these headers', async (t) => {
    const answer = await appOf(t).inject({ url: '/v1/drills', headers: goodKey });
    assert.equal(answer.statusCode, 200);
    for (const name of ['deprecation', 'sunset', 'link']) assert.equal(answer.headers[name], undefined);
  });
});

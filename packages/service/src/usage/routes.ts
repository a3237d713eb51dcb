import { DayText, Fields, Nullable, Uuid } from '@bandeja/contract/shapes';
import { Usage } from '@bandeja/contract/usage';
import { Type } from 'typebox';
import { csvOfPage } from '../http/csv/answer.ts';
import { PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { RouteModule } from '../http/route.ts';
import { listUsage } from './list-usage.ts';
import type { UsageCounter } from './usage-counter.ts';

const bounds = {
  key: Fields({ day: DayText(), partner_id: Uuid(), key_id: Nullable(Uuid()) }),
  limitDefault: 100,
  limitMax: 1000,
};

/** The usage of keys, for operators. @param counter flushed first, so that the usage of this process is complete */
export const usageRoutes =
  (counter: Pick<UsageCounter, 'flush'>): RouteModule =>
  (app) => {
    app.route({
      method: 'GET',
      url: '/admin/v1/usage',
      schema: {
        operationId: 'listUsage',
        tags: ['Operators'],
        summary: 'List the usage of keys',
        description:
          'The requests, units and submitted matches of each key on each day, in order of day, partner and key. All people of a ' +
          'partner have one entry without a key, after the keys. Days without requests have no entry. If several processes run, the last five seconds of the others may be missing.',
        querystring: Fields({
          ...pageQuery(bounds),
          from: DayText({ default: '0001-01-01', description: 'The first day, in UTC.', examples: ['2026-05-01'] }),
          to: DayText({ default: '9999-12-31', description: 'The last day, in UTC.', examples: ['2026-05-31'] }),
          partner_id: Type.Optional(
            Uuid({ description: 'Only this partner.', examples: ['0190a0b0-1111-7222-8333-444455556666'] }),
          ),
        }),
        response: { 200: PageShape('UsagePage', Usage) },
      },
      config: { access: { kind: 'operator' }, problems: ['partner_not_found'], csv: csvOfPage(Usage) },
      handler: async (request) => {
        await counter.flush();
        const { from, to, partner_id: partnerId = null } = request.query;
        const found = await listUsage(request.operatorContext, { from, to, partnerId }, requestedPage(request.query));
        return pageAnswer(request, found);
      },
    });
  };

import { AnswerPut, LinkedMatch } from '@bandeja/contract/linked-match';
import { IssuedMatchLinks, MatchLink, NewMatchLinks } from '@bandeja/contract/match-links';
import { MatchPath } from '@bandeja/contract/matches';
import { Fields } from '@bandeja/contract/shapes';
import { addressOf } from '../http/address.ts';
import { COSTS } from '../http/admission/costs.ts';
import { readingMatches, writingMatches } from '../http/admission/rights.ts';
import { byCreation, PageShape, pageAnswer, pageQuery, requestedPage } from '../http/lists.ts';
import type { App } from '../http/route.ts';
import { answerByLink, answerFaults, getLinkedMatch } from './linked-match.ts';
import { createMatchLinks, listMatchLinks, newMatchLinksFaults } from './match-links.ts';

const tags = ['Matches'];

/** The links of a partner's matches. `DELETE /v1/links/{id}` withdraws them, too. */
export function registerMatchLinks(app: App): void {
  app.route({
    method: 'POST',
    url: '/v1/matches/:id/links',
    schema: {
      operationId: 'createMatchLinks',
      tags,
      summary: 'Make links for the players of a match',
      description:
        'An address for each player, where the player confirms or disputes the result without a key. The response contains the ' +
        'tokens, which are never shown again. The next link of a player ends the one before.',
      params: MatchPath,
      body: NewMatchLinks,
      response: { 201: IssuedMatchLinks },
    },
    config: {
      access: writingMatches,
      notFoundCode: 'match_not_found',
      problems: ['invalid_transition'],
      bodyRules: newMatchLinksFaults,
    },
    handler: async (request, reply) => {
      const made = await createMatchLinks(request.context, request.params.id, request.body);
      reply.code(201);
      return {
        data: made.map(({ id, profile_id, team, counts, token, ...dates }) => {
          return { id, profile_id, team, counts, token, url: addressOf(request, '/c', token), ...dates };
        }),
      };
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/matches/:id/links',
    schema: {
      operationId: 'listMatchLinks',
      tags,
      summary: 'List the links to a match',
      description: 'Links in order of creation, including those that have ended. Their tokens are not shown.',
      params: MatchPath,
      querystring: Fields(pageQuery(byCreation)),
      response: { 200: PageShape('MatchLinkPage', MatchLink) },
    },
    config: { access: readingMatches, notFoundCode: 'match_not_found' },
    handler: async (request) =>
      pageAnswer(request, await listMatchLinks(request.context, request.params.id, requestedPage(request.query))),
  });
}

/** All that a player's link to a match may call. Links spend no units: the cost is only that in the queue of the partner. */
export function registerConfirmationRoutes(app: App): void {
  app.route({
    method: 'GET',
    url: '/v1/confirmation',
    schema: {
      operationId: 'getConfirmation',
      tags: ['Confirmation'],
      summary: 'Read the match of a link',
      description:
        'The match, the state of its confirmation, and your answer. It contains no ids, and no reasons of others.',
      response: { 200: LinkedMatch },
    },
    config: { access: { kind: 'link', to: 'match' } },
    handler: ({ matchLinkContext }) => getLinkedMatch(matchLinkContext),
  });
  app.route({
    method: 'PUT',
    url: '/v1/confirmation',
    schema: {
      operationId: 'putConfirmation',
      tags: ['Confirmation'],
      summary: 'Answer about the match of a link',
      description:
        'Says that the result is right or wrong. If the players agree, the match completes at once. A `wrong` leaves it to the ' +
        'organizer, until the player takes it back by another answer. The same answer again changes nothing. The links to a match ' +
        'give at most 20 answers a minute together.',
      body: AnswerPut,
      response: { 200: LinkedMatch },
    },
    config: {
      access: { kind: 'link', to: 'match', writes: true },
      cost: COSTS.match,
      bodyRules: answerFaults,
      problems: ['invalid_transition', 'revision_conflict'],
    },
    handler: ({ matchLinkContext, body }) => answerByLink(matchLinkContext, body),
  });
}

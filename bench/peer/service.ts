/**
 * A lean service over the same database, to compare with: Fastify, `pg` and a statement for each route, without checks of the query, rate
 * limits, queues, entity tags, pages, logs or languages. It answers with the same JSON. The numbers and the sentence of a card are computed
 * by the pure functions of the service, from matches that it reads in its own way.
 *
 * It gets `DATABASE_URL`, the partner `PARTNER` and its key `KEY`, and prints its address.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { fastify } from 'fastify';
import { cardOf } from './card.ts';
import { PARTNER, query } from './database.ts';
import { HISTORY, type MatchRow, matchOf } from './matches.ts';
import { playerOf, profileOf, ratingOf } from './players.ts';
import { progressOf } from './progress.ts';

const { KEY = '' } = process.env;
const keyHash = hash('sha256', KEY, 'buffer');

const app = fastify();
app.addHook('onRequest', async (request, reply) => {
  const [, token = ''] = (request.headers.authorization ?? '').split(' ');
  if (!timingSafeEqual(hash('sha256', token, 'buffer'), keyHash)) return reply.code(401).send();
});

interface Params {
  readonly Params: { readonly username: string };
}

app.get<Params>('/v1/players/:username', async (request, reply) => {
  const player = await playerOf(request.params.username);
  return player === undefined ? reply.code(404).send() : { ...profileOf(player), rating: ratingOf(player) };
});

app.get<Params>('/v1/players/:username/matches', async (request, reply) => {
  const player = await playerOf(request.params.username);
  if (player === undefined) return reply.code(404).send();
  const rows = await query<MatchRow>('history', HISTORY, [PARTNER, player.id, 26]);
  return { data: rows.slice(0, 25).map(matchOf) };
});

app.get<Params>('/v1/players/:username/progress', async (request, reply) => {
  const player = await playerOf(request.params.username);
  return player === undefined ? reply.code(404).send() : progressOf(player);
});

app.get<Params>('/v1/players/:username/card', async (request, reply) => {
  const player = await playerOf(request.params.username);
  return player === undefined ? reply.code(404).send() : cardOf(player);
});

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);

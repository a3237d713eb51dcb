/** Run as a process of its own: a plain Fastify route that answers with what it has in memory, for its parent to race. */
import fastify from 'fastify';

/** Answers by path; sent by the parent. */
export interface Answers {
  readonly [path: string]: { readonly type: string; readonly text: string };
}

const app = fastify({ logger: false });
const answers = new Map<string, { readonly type: string; readonly text: string }>();

app.get('/*', async (request, reply) => {
  const answer = answers.get(request.url);
  if (answer === undefined) return reply.code(404).send();
  return reply.header('content-type', answer.type).send(answer.text);
});

process.on('message', (more: Answers) => {
  answers.clear();
  for (const [path, answer] of Object.entries(more)) answers.set(path, answer);
  process.send?.('taken');
});
process.on('disconnect', () => process.exit(0));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });

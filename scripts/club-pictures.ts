import type { Database } from '@bandeja/postgres/database';
import { assemble } from '@bandeja/service/assemble';
import { serviceContext } from '@bandeja/service/context';
import { createDemo } from '@bandeja/service/demo/demo';

const MORNING_AFTER = Date.UTC(2025, 9, 18, 8);

const pictures = {
  card: '/v1/players/ines.carvalho/card.svg',
  progress: '/v1/players/ines.carvalho/progress.svg?width=640',
  recap: '/v1/matches/sessions/club-norte-2025-10-17/recap.svg',
} as const;

/**
 * What the service draws of the club night among the examples, as of the morning after it.
 * @param database a new one
 * @returns the pictures by the paths of their files
 */
export async function drawPictures(database: Database): Promise<ReadonlyMap<string, string>> {
  const context = serviceContext(database, () => MORNING_AFTER);
  const { key } = await createDemo(context);
  const { app, close } = assemble(context, { operatorToken: 'unused', rateLimits: null, log: 'silent' });
  const drawn = new Map<string, string>();
  for (const [name, url] of Object.entries(pictures)) {
    const { statusCode, body } = await app.inject({ url, headers: { authorization: `Bearer ${key}` } });
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
    drawn.set(`docs/pictures/${name}.svg`, body);
  }
  await close();
  return drawn;
}

import type { NewScale, ScaleView } from '@bandeja/contract/scale';
import { DEFAULT_SCALE, type Scale } from '@bandeja/rating';
import type { Context, OperatorContext } from '../context.ts';
import { formatText } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';
import { recordAction } from '../operators/record-action.ts';
import type { Job } from '../runtime/job-loop.ts';
import { readScale, type ScaleRow, writeScale } from './store.ts';

/** The contract: a scale is in force on every node within 5 s. */
const EVERY_MS = 4_000;

/** How scores are shown as levels. */
export async function getScale({ database, language }: Context): Promise<ScaleView> {
  return scaleView(await readScale(database), language);
}

/** Replaces the scale. No rating and no event depends on it. */
export function putScale(context: OperatorContext, { name, points }: NewScale): Promise<ScaleView> {
  return replace(context, 'scale.replace', { name, points: points as unknown as Scale });
}

/** Returns to the default scale. */
export async function resetScale(context: OperatorContext): Promise<void> {
  await replace(context, 'scale.reset', null);
}

async function replace(
  context: OperatorContext,
  action: string,
  scale: Parameters<typeof writeScale>[1],
): Promise<ScaleView> {
  const row = await context.database.transaction(async (transaction) => {
    const written = await writeScale(transaction, scale);
    await recordAction(context, transaction, action, null);
    return written;
  });
  hold(context, row);
  return scaleView(row, context.language);
}

/** Shows levels on the scale that operators have set, on this node or on another one. */
export const scaleJob = (context: Context): Job => ({
  name: 'scale',
  everyMs: EVERY_MS,
  async run() {
    hold(context, await readScale(context.database));
    return 'idle';
  },
});

function hold({ scale }: Context, { version, points }: ScaleRow): void {
  if (version <= scale.version) return;
  scale.version = version;
  scale.points = points ?? DEFAULT_SCALE;
}

const scaleView = ({ name, points, version }: ScaleRow, language: Language): ScaleView => ({
  name: name ?? formatText(language, 'scale.name', {}),
  version,
  points: (points ?? DEFAULT_SCALE).map((knot) => [...knot]),
  text: formatText(language, 'scale.text', {}),
});

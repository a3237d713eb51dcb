import type { Api } from '@bandeja/client';
import { command, group } from '../command.ts';
import { wrongUse } from '../exit.ts';
import type { Layout } from '../print.ts';
import { jsonFile } from './files.ts';

const layout: Layout<Api.Scale> = [
  ['name', 'name'],
  ['version', ({ version }) => String(version)],
  ['score = level', ({ points }) => points.map(([score, level]) => `${score} = ${level}`).join(', ')],
];

const HOLDS = 'a scale as JSON, such as {"name": "Level", "points": [[0, 0], [1500, 3], [3000, 7]]}';

/** `bandeja scale …` */
export const scale = group('scale', 'Manage the scale on which scores are shown as levels', [
  command({
    use: 'get',
    routes: ['GET /admin/v1/scale'],
    description: 'Show the scale.',
    examples: ['scale get'],
    run: async (call) => call.show(await call.operator.ratings.scale(), layout),
  }),
  command({
    use: 'set <file>',
    routes: ['PUT /admin/v1/scale'],
    description: 'Replace the scale. No rating changes. Every process uses it within five seconds.',
    args: { file: `The file with ${HOLDS}; “-” is standard input` },
    examples: ['scale set scale.json'],
    run: async (call, file) => {
      const sent = await jsonFile(call, file, HOLDS);
      if (!(sent instanceof Object) || Array.isArray(sent)) throw wrongUse(`The file should hold ${HOLDS}.`);
      const { name, points } = sent as Api.NewScale;
      call.show(await call.operator.ratings.replaceScale({ name, points }), layout);
    },
  }),
  command({
    use: 'reset',
    routes: ['DELETE /admin/v1/scale'],
    description: 'Return to the default scale.',
    examples: ['scale reset'],
    run: async (call) => {
      await call.operator.ratings.resetScale();
      call.done(null, 'The default scale is in force.');
    },
  }),
]);

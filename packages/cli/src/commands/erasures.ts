import { type Api, BandejaError } from '@bandeja/client';
import { command, group } from '../command.ts';
import { countOf } from '../counts.ts';
import { wrongUse } from '../exit.ts';
import { objectOf, objectsOf, textOf } from '../json-value.ts';
import { type PageOptions, pageOptions, pageQuery, utcOption } from '../options.ts';
import { type Layout, second } from '../print.ts';
import { jsonFile } from './files.ts';

const erasureLayout: Layout<Api.Erasure> = [
  ['at', ({ at }) => second(at)],
  ['player', 'player_id'],
  ['partner', 'partner_id'],
  ['actor', 'actor'],
];

const HOLDS = 'what “erasures list --json” prints';

/** `bandeja erasures …` */
export const erasures = group('erasures', 'List erased players, and erase them again after a restore', [
  command<PageOptions>({
    use: 'list',
    routes: ['GET /admin/v1/erasures'],
    description: 'List erasures, oldest first. Shows ids and times, not names.',
    options: [...pageOptions, utcOption],
    examples: ['erasures list', 'erasures list --limit 1000 --json > erasures.json'],
    run: async (call) =>
      call.list(await call.operator.erasures.list(pageQuery(call.options)), erasureLayout, 'No player was erased.'),
  }),
  command({
    use: 'repeat <file>',
    routes: ['DELETE /admin/v1/players/{id}'],
    description:
      'Erase the players of a list again. Use it after you restore an older backup, which still contains their names.',
    args: { file: 'The output of “bandeja erasures list --json”' },
    examples: ['erasures repeat erasures.json'],
    run: async (call, file) => {
      const { data } = objectOf(await jsonFile(call, file, HOLDS));
      const ids = objectsOf(data).map((one) => textOf(one['player_id']));
      if (!Array.isArray(data) || ids.includes(null)) throw wrongUse(`The file should hold ${HOLDS}.`);
      let erased = 0;
      for (const id of ids) {
        try {
          await call.operator.erasures.erase(id ?? '');
          erased += 1;
        } catch (error) {
          if (!(error instanceof BandejaError) || !error.is('player_not_found')) throw error;
        }
      }
      call.show(
        { erased, already: ids.length - erased },
        () => `${countOf(erased, 'player')} erased; ${ids.length - erased} were already.\n`,
      );
    },
  }),
]);

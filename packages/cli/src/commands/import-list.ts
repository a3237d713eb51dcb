import type { Api } from '@bandeja/client';
import { command } from '../command.ts';
import { choice, type PageOptions, pageOptions, pageQuery, utcOption } from '../options.ts';
import { type Layout, second } from '../print.ts';

/** The state that matters to a person: an import that is being undone, or was, is closed, too. */
function stateOf({ state, undo }: Api.Import): string {
  if (undo === null) return state;
  if (undo.ended_at === null) return 'being undone';
  const isWhole = undo.state === 'done' && (undo.result as Api.ImportUndoResult).changed === 0;
  return isWhole ? 'undone' : 'partly undone';
}

const layout: Layout<Api.Import> = [
  ['id', 'id'],
  ['file', 'label'],
  ['state', stateOf],
  ['created', ({ rows }) => rows.created],
  ['rejected', ({ rows }) => rows.rejected + rows.held],
  ['opened', ({ created_at }) => second(created_at)],
];

interface ListOptions extends PageOptions {
  readonly state?: Api.Import['state'];
}

/** `bandeja import list` */
export const listCommand = command<ListOptions>({
  use: 'list',
  routes: ['GET /v1/imports'],
  description: 'List imports, newest first.',
  options: [choice('--state <state>', 'Only imports in this state', ['open', 'closed']), ...pageOptions, utcOption],
  examples: ['import list', 'import list --state open --json'],
  run: async (call) => {
    const page = await call.partner.imports.list({ state: call.options.state, ...pageQuery(call.options) });
    call.list(page, layout, 'No imports yet.');
  },
});

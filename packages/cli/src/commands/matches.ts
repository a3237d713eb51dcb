import { type Api, type Bandeja, BandejaError } from '@bandeja/client';
import { confirmationStates, matchStatuses } from '@bandeja/contract/match-enums';
import { command, group } from '../command.ts';
import {
  choice,
  isId,
  languageOption,
  type MatchPageOptions,
  matchPageOptions,
  matchPageQuery,
  option,
  type PageOptions,
  pageOptions,
  pageQuery,
  utcOption,
} from '../options.ts';
import { type Layout, second } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { explanationText } from './explanation-text.ts';
import { amendCommand } from './match-amendment.ts';
import { linksCommand } from './match-links.ts';
import { previewCommand } from './match-preview.ts';
import { submitCommand } from './match-submission.ts';
import { disputedListLayout, matchListLayout, matchText } from './match-text.ts';
import { voidCommand } from './match-void.ts';

interface ListOptions extends MatchPageOptions {
  readonly session?: string;
  readonly player?: string;
  readonly ref?: string;
  readonly status?: Api.Match['status'];
  readonly confirmation?: Api.Confirmation['state'];
}

const ID = '019de4f2-a340-8f34-a99b-71224f08972d';
const id = { id: 'The id of the match' };

const auditLayout: Layout<Api.AuditEntry> = [
  ['seq', 'seq'],
  ['at', ({ at }) => second(at)],
  ['action', 'action'],
  ['revision', 'revision'],
  ['actor', 'actor'],
  ['hash', ({ hash }) => hash.slice(0, 16)],
];

/** What to say of an empty list. */
const noMatches = (filters: ListOptions): string =>
  Object.values(filters).some((value) => typeof value === 'string')
    ? 'No match fits these filters.'
    : 'No matches yet.';

/** @throws {BandejaError} with suggestions, if there is no such player. Your matches may still have one that is private by now. */
async function checkPlayer(client: Bandeja, player: string): Promise<void> {
  if (isId(player)) return;
  try {
    await withSuggestions(client, [player], () => client.players.get(player));
  } catch (error) {
    // A key that may read matches need not be one that may read players.
    if (!(error instanceof BandejaError) || error.code === 'player_not_found') throw error;
  }
}

/** `bandeja matches …` */
export const matches = group('matches', 'Submit, correct and list your matches', [
  command<ListOptions>({
    use: 'list',
    routes: ['GET /v1/matches'],
    description: 'List your matches, newest first.',
    options: [
      ...matchPageOptions,
      option('--session <ref>', 'Filter by session'),
      option('--player <player>', 'Filter by player, by username or id'),
      option('--ref <ref>', 'Find the match with this reference of yours'),
      choice('--status <status>', 'Filter by status', matchStatuses),
      choice('--confirmation <state>', 'Filter by the state of the confirmation, such as disputed', confirmationStates),
    ],
    examples: ['matches list --session night-42 --limit 100', 'matches list --ref night-42-court-1'],
    run: async (call) => {
      const { session, player, ref, status, confirmation } = call.options;
      const filters = { session_external_ref: session, player, external_ref: ref, status };
      const query = { ...matchPageQuery(call), ...filters, confirmation_state: confirmation };
      const page = await call.partner.matches.list(query);
      if (page.data.length === 0 && player !== undefined) await checkPlayer(call.partner, player);
      const layout = confirmation === 'disputed' ? disputedListLayout : matchListLayout;
      call.list(page, layout, noMatches(call.options));
    },
  }),
  command({
    use: 'get <id>',
    routes: ['GET /v1/matches/{id}'],
    description: 'Show a match.',
    args: id,
    options: [utcOption],
    examples: [`matches get ${ID}`],
    run: async (call, match) => call.show(await call.partner.matches.get(match), matchText),
  }),
  submitCommand,
  previewCommand,
  command({
    use: 'confirm <id>',
    routes: ['POST /v1/matches/{id}/confirm'],
    description: 'Confirm a pending match. Confirming it twice is safe.',
    args: id,
    options: [utcOption],
    examples: [`matches confirm ${ID}`],
    run: async (call, match) => call.show(await call.partner.matches.confirm(match), matchText),
  }),
  linksCommand,
  voidCommand,
  amendCommand,
  command({
    use: 'explain <id>',
    routes: ['GET /v1/matches/{id}/explanation'],
    description: 'Explain the rating changes of a match. Prints a table that adds up, and a sentence for each part.',
    args: id,
    options: [languageOption],
    examples: [`matches explain ${ID}`, `matches explain ${ID} --lang es`],
    run: async (call, match) => call.show(await call.partner.matches.explanation(match), explanationText),
  }),
  command<PageOptions>({
    use: 'audit <id>',
    routes: ['GET /v1/matches/{id}/audit'],
    description: 'Show the audit trail of a match. “bandeja audit verify” verifies all entries of all your matches.',
    args: id,
    options: [...pageOptions, utcOption],
    examples: [`matches audit ${ID}`],
    run: async (call, match) =>
      call.list(await call.partner.matches.audit(match, pageQuery(call.options)), auditLayout, 'No entries.'),
  }),
]);

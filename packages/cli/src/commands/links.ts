import type { Api } from '@bandeja/client';
import { linkRoles, privatePlayers } from '@bandeja/contract/plan-enums';
import { command, group } from '../command.ts';
import { choice, option, type PageOptions, pageOptions, pageQuery, utcOption, wholeNumber } from '../options.ts';
import { type Layout, time } from '../print.ts';

interface CreateOptions {
  readonly role: Api.NightLink['role'];
  readonly court?: number;
  readonly hours?: number;
  readonly privatePlayers?: Api.NightLink['private_players'];
  readonly label?: string;
  readonly shortCode?: boolean;
}

const night = { ref: 'The session_external_ref of the night' };

const listed: Layout<Api.NightLink> = [
  ['id', 'id'],
  ['role', 'role'],
  ['court', ({ court }) => court ?? 'all'],
  ['label', 'label', 'shrinks'],
  ['ends', ({ expires_at }) => time(expires_at)],
  ['last used', ({ last_used_at }) => time(last_used_at)],
  ['withdrawn', ({ withdrawn_at }) => time(withdrawn_at)],
];
const issued: Layout<Api.IssuedNightLink> = [
  ['url', 'url'],
  ['id', 'id'],
  ['role', 'role'],
  ['court', ({ court }) => court ?? 'all'],
  ['private players', 'private_players'],
  ['label', 'label'],
  ['ends', ({ expires_at }) => time(expires_at)],
  ['short address', ({ short_code: code }) => code?.url ?? null],
];

/** `bandeja links …` */
export const links = group('links', 'Share planned nights with phones and screens', [
  command<CreateOptions>({
    use: 'create <ref>',
    routes: ['POST /v1/sessions/{ref}/links'],
    description: 'Make a link to a planned night. Its address is shown once.',
    args: night,
    options: [
      choice('--role <role>', 'What it may do: show the night, or also enter results', linkRoles).makeOptionMandatory(),
      option('--court <n>', 'The only court whose results it enters (default: all)', wholeNumber),
      option('--hours <n>', 'How long it is valid, up to 168 (default: 12)', wholeNumber),
      choice('--private-players <how>', 'How private players are shown (default: first_name)', privatePlayers),
      option('--label <text>', 'Your name for the link'),
      option('--short-code', 'Also show a short address for a television, which works for 15 minutes'),
      utcOption,
    ],
    examples: ['links create club-norte-2025-10-31 --role score --court 2 --label "Phone of court 2"'],
    run: async (call, ref) => {
      const { role, court, hours, privatePlayers: shown, label, shortCode } = call.options;
      const link = { role, court, expires_in_hours: hours, private_players: shown, label, short_code: shortCode };
      call.show(await call.partner.links.create(ref, link), issued);
      call.note('Copy the address now: it is not shown again.');
    },
  }),
  command<PageOptions>({
    use: 'list <ref>',
    routes: ['GET /v1/sessions/{ref}/links'],
    description: 'List the links of a night.',
    args: night,
    options: [...pageOptions, utcOption],
    examples: ['links list club-norte-2025-10-31'],
    run: async (call, ref) =>
      call.list(await call.partner.links.list(ref, pageQuery(call.options)), listed, 'No links yet.'),
  }),
  command({
    use: 'withdraw <id>',
    routes: ['DELETE /v1/links/{id}'],
    description: 'End a link at once.',
    args: { id: 'The id of the link' },
    examples: ['links withdraw 5b0c6c52-8f0e-4a55-9d38-2b6f0f4f9a11'],
    run: async (call, id) => {
      await call.partner.links.withdraw(id);
      call.done(null, `The link ${id} has ended.`);
    },
  }),
]);

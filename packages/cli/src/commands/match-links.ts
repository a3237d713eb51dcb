import type { Api } from '@bandeja/client';
import { privatePlayers } from '@bandeja/contract/plan-enums';
import { command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { choice, isId, option, type PageOptions, pageOptions, pageQuery, utcOption, wholeNumber } from '../options.ts';
import { type Layout, time } from '../print.ts';
import { usernameOf } from './match-text.ts';

interface LinksOptions extends PageOptions {
  readonly list?: boolean;
  readonly player?: readonly string[];
  readonly hours?: number;
  readonly privatePlayers?: Api.MatchLink['private_players'];
}

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** A player who was amended out of the match is shown by id. */
const playerIn =
  ({ participants }: Api.Match) =>
  ({ profile_id: id }: Api.MatchLink): string => {
    const participant = participants.find((one) => one.profile_id === id);
    return participant === undefined ? (id ?? '') : usernameOf(participant);
  };

const issued = (match: Api.Match): Layout<Api.IssuedMatchLink> => [
  ['player', playerIn(match)],
  ['team', ({ team }) => team ?? ''],
  ['counts', ({ counts }) => (counts ? 'yes' : 'no')],
  ['ends', ({ expires_at }) => time(expires_at)],
  ['id', 'id'],
  ['url', 'url'],
];
const listed = (match: Api.Match): Layout<Api.MatchLink> => [
  ['id', 'id'],
  ['player', playerIn(match)],
  ['team', ({ team }) => team ?? ''],
  ['ends', ({ expires_at }) => time(expires_at)],
  ['last used', ({ last_used_at }) => time(last_used_at)],
  ['withdrawn', ({ withdrawn_at }) => time(withdrawn_at)],
];

/** `bandeja matches links` */
export const linksCommand = command<LinksOptions>({
  use: 'links <id>',
  routes: ['GET /v1/matches/{id}', 'POST /v1/matches/{id}/links', 'GET /v1/matches/{id}/links'],
  description:
    'Make links at which the players of a pending match confirm it. Their addresses are shown once. The next link of a player ends ' +
    'the one before; “bandeja links withdraw” ends one at once.',
  args: { id: 'The id of the match' },
  options: [
    option('--list', 'List the links instead, without their addresses'),
    option('--player <player>', 'Only for this player, by username or id; repeat it for others', collect),
    option('--hours <n>', 'How long they are valid, up to 720 (default: 168)', wholeNumber),
    choice('--private-players <how>', 'How private players are shown (default: first_name)', privatePlayers),
    ...pageOptions,
    utcOption,
  ],
  examples: ['matches links 019de4f2-a340-8f34-a99b-71224f08972d --player lucia.v --hours 48'],
  run: async (call, id) => {
    const { list, player, hours, privatePlayers: shown } = call.options;
    const { matches } = call.partner;
    if (list === true) {
      if (player !== undefined || hours !== undefined || shown !== undefined)
        throw wrongUse('--list goes with the options of pages only.');
      const match = await matches.get(id);
      call.list(await matches.links(id, pageQuery(call.options)), listed(match), 'No links yet.');
      return;
    }
    const players = player?.map((name) => (isId(name) ? { profile_id: name } : { username: name }));
    const match = await matches.get(id);
    const made = await matches.createLinks(id, { players, expires_in_hours: hours, private_players: shown });
    call.rows(made, made.data, issued(match), 'No links.');
    call.note('Copy the addresses now: they are not shown again. Send each to its player only.');
  },
});

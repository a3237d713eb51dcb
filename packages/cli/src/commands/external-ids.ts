/** A partner's own ids of players, as the command reads and shows them. */
import type { Api, Bandeja } from '@bandeja/client';
import { externalIdOf } from '@bandeja/contract/external-ids';
import { InvalidArgumentError } from 'commander';
import { command } from '../command.ts';
import { option, required } from '../options.ts';
import { playerListLayout } from './player-text.ts';

const FORM = /^[a-z0-9_-]{1,32}:./;

function readExternalId(text: string): Api.ExternalId {
  if (FORM.test(text)) return externalIdOf(text);
  throw new InvalidArgumentError('Must be a kind and a value, such as licence:ES-1024.');
}

export interface ExternalIdOptions {
  readonly externalId?: readonly Api.ExternalId[];
}

export interface ExternalIdChanges extends ExternalIdOptions {
  readonly removeExternalId?: readonly string[];
}

export const externalIdOption = option(
  '--external-id <kind:value>',
  'Your own id of the player, such as licence:ES-1024; repeatable. No other partner sees it',
  (text: string, earlier: readonly Api.ExternalId[] | undefined) => [...(earlier ?? []), readExternalId(text)],
);

export const removeExternalIdOption = option(
  '--remove-external-id <kind>',
  'Remove your own id of this kind; repeatable',
  (text: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), text],
);

/** Stores and removes ids of a player. @returns how many */
export async function changeExternalIds(
  { players }: Bandeja,
  username: string,
  { externalId = [], removeExternalId = [] }: ExternalIdChanges,
): Promise<number> {
  for (const kind of removeExternalId) await players.deleteExternalId(username, kind);
  for (const { kind, value } of externalId) await players.putExternalId(username, kind, value);
  return externalId.length + removeExternalId.length;
}

/** `bandeja players find` */
export const findCommand = command<{ readonly externalId: Api.ExternalId }>({
  use: 'find',
  routes: ['GET /v1/players'],
  description: 'Find the player with one of your external ids.',
  options: [required('--external-id <kind:value>', 'The id, such as licence:ES-1024', readExternalId)],
  examples: ['players find --external-id licence:ES-1024'],
  run: async (call) => {
    const { kind, value } = call.options.externalId;
    const found = await call.partner.players.list({ external_id: `${kind}:${value}` });
    call.list(found, playerListLayout, `No player has the ${kind} “${value}”.`);
  },
});

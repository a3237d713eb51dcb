import { Problem } from '@bandeja/contract/errors/problem';

/** What each error says of the name that was sent. */
const sentences = {
  match_not_found: (id: string) => `No match of yours has the id ${id}.`,
  player_not_found: (username: string) =>
    `No player ${username} is visible to you. Check the username, or register the player.`,
  import_not_found: (id: string) => `You have no import with the id ${id}.`,
  session_not_found: (reference: string) => `None of your matches has the session_external_ref ${reference}.`,
  plan_not_found: (place: string) => `You have no plan for ${place}.`,
  link_not_found: (id: string) => `You have made no link with the id ${id}.`,
  roster_not_found: (slug: string) => `You have no roster ${slug}.`,
  webhook_endpoint_not_found: (id: string) => `You have no webhook endpoint with the id ${id}.`,
  partner_not_found: (id: string) => `No partner has the id ${id}.`,
  key_not_found: (id: string) => `No key has the id ${id}, or it was revoked.`,
  person_not_found: (id: string) => `No person has the id ${id}, or the person was removed.`,
  sign_in_not_found: (id: string) => `You have no sign-in with the id ${id}.`,
  passkey_not_found: (id: string) => `You have no passkey with the id ${id}.`,
  operator_not_found: (id: string) => `No operator has the id ${id}, or it was revoked.`,
  merge_not_found: (id: string) => `You have no merge with the id ${id}.`,
  task_not_found: (id: string) => `No task has the id ${id}.`,
  route_not_found: (path: string) => `There is nothing at ${path}.`,
} as const;

/** Errors about something that the caller names. */
export type NotFoundCode = keyof typeof sentences;

/** The longest valid name has 128 characters. */
const NAME_SHOWN_MAX = 128;

/**
 * The error for a thing that does not exist, or that the caller may not see: it repeats the name as it was sent, so both read
 * the same.
 */
export function notFound(code: NotFoundCode, name: string): Problem {
  return new Problem(code, sentences[code](shown(name)));
}

/** The same for every partner that did not create the player, whether or not it can see the player. */
export function playerNotCreated(username: string): Problem {
  return new Problem('player_not_found', `You have not registered a player ${shown(username)}.`);
}

const shown = (name: string): string =>
  `“${name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX)}…` : name}”`;

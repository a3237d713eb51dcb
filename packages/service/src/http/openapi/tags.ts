import type { RouteOptions } from 'fastify';

/** The tags, in the order of the documentation. */
const descriptions: Readonly<Record<string, string>> = {
  Matches: 'Submit, confirm, amend, void and read your own matches.',
  Imports: 'Bring in the results of a file, row by row, and go on where any client of yours stopped.',
  Sessions: 'Club nights: results, winners, and suggestions for the next pairings.',
  Plans: 'Plan a club night, enter its results court by court, and show it live.',
  Night:
    'All that a link to a planned night may call. These need the link’s token instead of a key, and pages of any origin may call them.',
  Confirmation: 'All that a player’s link to a match may call. These need the link’s token instead of a key.',
  Merges: 'One person was registered twice: give the matches of one player to the other, and undo it.',
  Tasks: 'Long work for you that the service does: its progress and its result.',
  Players: 'Look up and register players; read their history and their rating.',
  Rosters: 'Named groups of players, and sharing of private players.',
  Analysis: 'Patterns of play for coaches, the score over time, and the card of a player.',
  Audit: 'The hash chain over all changes of your matches.',
  Events: 'Everything that happened, in order, for you to poll.',
  Webhooks: 'Everything that happened, in order, sent to your server.',
  People: 'Your club and its people, what their roles allow, and their invitations.',
  'Sign-in':
    'Signing in with an invitation or a passkey, and your own sign-ins. Browsers send a cookie instead of a key.',
  Sandbox: 'The separate data of your test keys: move its clock, or clear it.',
  Integrity: 'What a fair organizer would look into, with the evidence.',
  Operators: 'Partners, keys, usage and maintenance. These need the operator token.',
  System: 'Health checks and documentation. These need no key.',
};

/** The tags that the routes use. @throws for a tag without a description */
export function tagsOf(routes: readonly RouteOptions[]): { name: string; description: string }[] {
  const used = new Set(routes.flatMap((route) => route.schema?.tags ?? []));
  const unknown = [...used].filter((tag) => !Object.hasOwn(descriptions, tag));
  if (unknown.length > 0) throw new Error(`the tags ${unknown.join(', ')} have no description`);
  return Object.entries(descriptions)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

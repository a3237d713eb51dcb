import { pathOf } from '../api/client.ts';
import { command, option } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { type JsonObject, objectOf, objectsOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { chance, changeAt, type Field, tableOf } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { wholeFile } from './files.ts';
import { comingMatchOptions, type MatchOptions, matchFields, usernamesOf } from './match-options.ts';
import { usernameOf } from './match-text.ts';

/** `bandeja matches preview` */
export const previewCommand = command<MatchOptions & { file?: string }>({
  use: 'preview',
  routes: ['POST /v1/matches/preview'],
  description: 'What a match would do: each team’s chance to win, and how the four scores would move. Stores nothing.',
  options: [
    ...comingMatchOptions,
    option('--file <file>', 'the match as a JSON file as POST /v1/matches/preview takes it (“-” for standard input)'),
  ],
  examples: [
    'matches preview --a ines.carvalho,tiago_m --b lucia.v,marcosroig',
    'matches preview --a ines.carvalho,tiago_m --b lucia.v,marcosroig --score "6-1 6-2" --competition league',
  ],
  run: async (call) => {
    const client = call.partner;
    const path = pathOf('v1', 'matches', 'preview');
    const { file } = call.options;
    // Who would win is what is asked.
    const { winning_team: _, ...body } = matchFields(call);
    if (file === undefined && body['participants'] === undefined) throw wrongUse('Give the two teams: --a and --b.');
    if (file !== undefined && Object.keys(body).length > 0) {
      throw wrongUse('Give the match with options or as a file, not both.');
    }
    const options =
      file === undefined ? { body } : { bodyText: await wholeFile(call, file, 'a match as a JSON object') };
    const answer = await withSuggestions(client, usernamesOf(call.options), () =>
      client.request('POST', path, { ...options, isRepeatable: true }),
    );
    call.show(answer.body, previewText);
  },
});

function previewText({ win_probability, outcomes }: JsonObject, look: Look): string {
  const [ifA, ifB] = ['A', 'B'].map((team) => objectsOf(objectOf(outcomes)[team]));
  const players = (ifA ?? []).map((player, index): JsonObject => ({ ...player, ifB: ifB?.[index] ?? {} }));
  const chances = ['A', 'B'].map((team) => chance(objectOf(win_probability)[team]) ?? '–');
  const width = Math.max(4, ...chances.map(({ length }) => length));
  const teams = ['A', 'B'].map((team, index) => {
    const names = players
      .filter((player) => player['team'] === team)
      .map(usernameOf)
      .join(' & ');
    return `${look.paint('strong', (chances[index] ?? '').padStart(width))}  ${names}\n`;
  });
  return `${teams.join('')}\n${tableOf(outcomeLayout, players, look)}`;
}

const outcomeLayout: readonly Field[] = [
  ['team', 'team'],
  ['player', usernameOf, 'shrinks'],
  ['score', 'service_score_before'],
  ['if A wins', changeAt('delta')],
  ['if B wins', changeAt('ifB', 'delta')],
];

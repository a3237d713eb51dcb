import type { Api } from '@bandeja/client';
import { command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import type { Look } from '../look.ts';
import { option } from '../options.ts';
import { chance, change, type Layout, tableOf } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { nameOf } from './explanation-text.ts';
import { jsonFile } from './files.ts';
import { comingMatchOptions, type MatchOptions, matchFields, usernamesOf } from './match-options.ts';

/** `bandeja matches preview` */
export const previewCommand = command<MatchOptions & { file?: string }>({
  use: 'preview',
  routes: ['POST /v1/matches/preview'],
  description:
    'Preview a match. Prints the win probability of each team and how the four scores would move. Stores nothing.',
  options: [
    ...comingMatchOptions,
    option('--file <file>', 'A JSON file with the body of POST /v1/matches/preview (“-” for standard input)'),
  ],
  examples: [
    'matches preview --a ines.carvalho,tiago_m --b lucia.v,marcosroig',
    'matches preview --a ines.carvalho,tiago_m --b lucia.v,marcosroig --score "6-1 6-2" --competition league',
  ],
  run: async (call) => {
    const client = call.partner;
    const { file } = call.options;
    // A preview has no winner: it computes both outcomes.
    const { winning_team: _, participants, ...fields } = matchFields(call);
    if (file === undefined && participants === undefined) throw wrongUse('Give both teams: --a and --b.');
    if (file !== undefined && (participants !== undefined || Object.keys(fields).length > 0)) {
      throw wrongUse('Describe the match with options or with a file, not both.');
    }
    const match =
      participants === undefined
        ? ((await jsonFile(call, file ?? '', 'a match as a JSON object')) as Api.MatchPreviewRequest)
        : { participants, ...fields };
    const preview = await withSuggestions(client, usernamesOf(call.options), () => client.matches.preview(match));
    call.show(preview, previewText);
  },
});

interface Previewed extends Api.PreviewedPlayer {
  readonly deltaIfB: number | undefined;
}

function previewText({ win_probability, outcomes }: Api.MatchPreview, look: Look): string {
  const players = outcomes.A.map((player, index): Previewed => ({ ...player, deltaIfB: outcomes.B[index]?.delta }));
  const [a, b] = [chance(win_probability.A), chance(win_probability.B)];
  const width = Math.max(4, a.length, b.length);
  const line = (name: 'A' | 'B', text: string) => {
    const names = players.filter(({ team }) => team === name).map(nameOf);
    return `${look.paint('strong', text.padStart(width))}  ${names.join(' & ')}\n`;
  };
  return `${line('A', a)}${line('B', b)}\n${tableOf(outcomeLayout, players, look)}`;
}

const outcomeLayout: Layout<Previewed> = [
  ['team', 'team'],
  ['player', nameOf, 'shrinks'],
  ['score', 'service_score_before'],
  ['if A wins', ({ delta }) => change(delta)],
  ['if B wins', ({ deltaIfB }) => change(deltaIfB)],
];

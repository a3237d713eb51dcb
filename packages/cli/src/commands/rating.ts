import { command, group } from '../command.ts';
import { predictMatches } from '../predict/predict.ts';
import { neededColumns, optionalColumns } from '../predict/rows.ts';

const NOTES = `Columns are found by name, in any case; rows go in the order of play:
  needed     ${neededColumns.slice(0, 6).join(', ')},
             ${neededColumns.slice(6).join(', ')}
  optional   ${optionalColumns.join(', ')}

played_at needs a time zone. The winner is A or B. set_scores look like “6-4 3-6 10-8”, team A
first, and may be empty. unit says what they count in, games (the default) or points; std how
many of them a standard match has (20 games, 120 points); length how long the match was planned
to be, over a standard match: above 0, at most 1 (the default). competition_type only decides
whether partners choose each other: in a tournament (the default) and a league they do, in social
and training matches they may be drawn.

Every line is a probability from 0 to 1, all digits of it: it was computed without that row's
winner and set_scores, which only count for the rows below. Every match counts in full.
`;

/** `bandeja rating …` */
export const rating = group('rating', 'The rating model by itself. Needs no service.', [
  command({
    use: 'predict',
    summary: 'predict each match of a CSV on standard input from those before it',
    description:
      'Reads matches as CSV from standard input and prints, a line for each, the probability that team A wins, as the model ' +
      'gives it from the rows above.',
    notes: NOTES,
    examples: ['rating predict < results.csv'],
    exitCodes: '0 done, 2 a row or the header is bad; the lines of the rows above it are printed.',
    json: null,
    run: async (call) => predictMatches(call.context.terminal),
  }),
]);

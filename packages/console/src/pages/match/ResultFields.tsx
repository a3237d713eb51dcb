/** The result of a match in a form: who won, the sets, and whether it was played to the end. */
import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { winnerOf } from '../../results/entries.ts';

const t = texts({
  winner: ['Winner', 'Ganadores', 'Vencedores'],
  byScore: ['As the score says', 'Según el resultado', 'Conforme o resultado'],
  outcome: ['Outcome', 'Desenlace', 'Desfecho'],
  played: ['Played to the end', 'Jugado hasta el final', 'Jogado até ao fim'],
  retired: ['Retired', 'Abandono', 'Desistência'],
  walkover: ['Walkover', 'Incomparecencia', 'Falta de comparência'],
  sets: ['Sets, such as 6-4 3-6 10-7', 'Sets, por ejemplo 6-4 3-6 10-7', 'Sets, por exemplo 6-4 3-6 10-7'],
});

interface ResultFieldsProps {
  readonly names: Readonly<Record<'A' | 'B', string>>;
  /** The result that the match has. */
  readonly current?: Pick<Api.Match, 'winning_team' | 'set_scores' | 'outcome'>;
  readonly hint: string;
}

export const scoreOf = (sets: readonly Api.SetScoreSubmission[]): string =>
  sets.map((set) => `${set.team_a_games}-${set.team_b_games}`).join(' ');

export function ResultFields({ names, current, hint }: ResultFieldsProps) {
  const { outcome = 'played', set_scores: sets = [], winning_team: winner } = current ?? {};
  return (
    <>
      <Field
        label={t.sets}
        name="sets"
        defaultValue={scoreOf(sets)}
        pattern="\s*(\d+-\d+(\s+\d+-\d+)*)?\s*"
        hint={hint}
        autoComplete="off"
      />
      <Select label={t.outcome} name="outcome" defaultValue={outcome}>
        <option value="played">{t.played}</option>
        <option value="retired">{t.retired}</option>
        <option value="walkover">{t.walkover}</option>
      </Select>
      <Select label={t.winner} name="winner" defaultValue={outcome === 'played' ? '' : (winner ?? '')}>
        <option value="">{t.byScore}</option>
        <option value="A">{names.A}</option>
        <option value="B">{names.B}</option>
      </Select>
    </>
  );
}

/** What the fields contain. Level scores are a draw. */
export function readResult(values: FormData) {
  const sets = (textOf(values, 'sets') ?? '').split(/\s+/).filter((set) => set !== '');
  const set_scores = sets.map((set, index): Api.SetScoreSubmission => {
    const [team_a_games = 0, team_b_games = 0] = set.split('-').map(Number);
    return { set_number: index + 1, team_a_games, team_b_games };
  });
  const outcome = textOf(values, 'outcome') as Api.Match['outcome'];
  const winner = textOf(values, 'winner');
  const winning_team = winner === 'A' || winner === 'B' ? winner : winnerOf({ set_scores, winning_team: null });
  return { winning_team, outcome, set_scores };
}

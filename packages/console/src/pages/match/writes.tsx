/** Confirming, amending and voiding a match. */
import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { pairNames } from '../../names.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts({
  confirm: ['Confirm', 'Confirmar', 'Confirmar'],
  confirmNote: [
    'The result counts from then on.',
    'El resultado cuenta desde entonces.',
    'O resultado conta a partir daí.',
  ],
  amend: ['Amend', 'Corregir', 'Corrigir'],
  amendNote: [
    'Ratings are recomputed with this result. The audit trail keeps the change.',
    'Los niveles se recalculan con este resultado. El registro guarda el cambio.',
    'Os níveis são recalculados com este resultado. O registo guarda a alteração.',
  ],
  winner: ['Winner', 'Ganadores', 'Vencedores'],
  draw: ['Draw', 'Empate', 'Empate'],
  outcome: ['Outcome', 'Desenlace', 'Desfecho'],
  played: ['Played to the end', 'Jugado hasta el final', 'Jogado até ao fim'],
  retired: ['Retired', 'Abandono', 'Desistência'],
  walkover: ['Walkover', 'Incomparecencia', 'Falta de comparência'],
  sets: ['Sets, such as 6-4 3-6 10-7', 'Sets, por ejemplo 6-4 3-6 10-7', 'Sets, por exemplo 6-4 3-6 10-7'],
  setsHint: [
    'Team A first. Without game order, the analysis of this match is shorter.',
    'Primero la pareja A. Sin el orden de los juegos, el análisis es más corto.',
    'Primeiro a dupla A. Sem a ordem dos jogos, a análise é mais curta.',
  ],
  void: ['Void', 'Anular', 'Anular'],
  voidNote: [
    'The match leaves the ratings for good. This cannot be undone.',
    'El partido sale de los niveles para siempre. No se puede deshacer.',
    'O encontro sai dos níveis para sempre. Não pode ser desfeito.',
  ],
  reason: ['Reason', 'Motivo', 'Motivo'],
});

export function MatchActions({ match }: { readonly match: Api.Match }) {
  const forbidden = useForbidden(needs.writeMatches);
  if (match.status === 'voided') return null;
  return (
    <>
      {match.status === 'pending' && (
        <FormAction
          title={t.confirm}
          submit={t.confirm}
          forbidden={forbidden}
          onSubmit={() => bandeja().matches.confirm(match.id)}
        >
          <p>{t.confirmNote}</p>
        </FormAction>
      )}
      <FormAction title={t.amend} submit={t.amend} forbidden={forbidden} onSubmit={(values) => amend(match, values)}>
        <AmendFields match={match} />
      </FormAction>
      <FormAction
        title={t.void}
        submit={t.void}
        isDangerous
        forbidden={forbidden}
        onSubmit={(values) => bandeja().matches.void(match.id, textOf(values, 'reason') ?? '')}
      >
        <p>{t.voidNote}</p>
        <Field label={t.reason} name="reason" required maxLength={200} autoFocus />
      </FormAction>
    </>
  );
}

const scoreOf = (sets: readonly Api.SetScore[]): string =>
  sets.map((set) => `${set.team_a_games}-${set.team_b_games}`).join(' ');

function AmendFields({ match }: { readonly match: Api.Match }) {
  const namesOf = (team: 'A' | 'B'): string => pairNames(match.participants.filter((player) => player.team === team));
  return (
    <>
      <p>{t.amendNote}</p>
      <Select label={t.winner} name="winner" defaultValue={match.winning_team ?? ''}>
        <option value="A">A: {namesOf('A')}</option>
        <option value="B">B: {namesOf('B')}</option>
        <option value="">{t.draw}</option>
      </Select>
      <Field
        label={t.sets}
        name="sets"
        defaultValue={scoreOf(match.set_scores)}
        pattern="\s*(\d+-\d+(\s+\d+-\d+)*)?\s*"
        hint={t.setsHint}
        autoComplete="off"
      />
      <Select label={t.outcome} name="outcome" defaultValue={match.outcome}>
        <option value="played">{t.played}</option>
        <option value="retired">{t.retired}</option>
        <option value="walkover">{t.walkover}</option>
      </Select>
    </>
  );
}

/** Sends what was changed; sets with the same games keep their game order. */
function amend(match: Api.Match, values: FormData) {
  const score = textOf(values, 'sets') ?? '';
  const winner = textOf(values, 'winner');
  const outcome = textOf(values, 'outcome') as Api.Match['outcome'];
  const sets = score.split(/\s+/).filter((set) => set !== '');
  return bandeja().matches.amend(match.id, {
    revision: match.revision,
    ...(winner !== (match.winning_team ?? undefined) && {
      winning_team: winner === 'A' || winner === 'B' ? winner : null,
    }),
    ...(outcome !== match.outcome && { outcome }),
    ...(score !== scoreOf(match.set_scores) && { set_scores: sets.map((set, index) => setOf(match, set, index)) }),
  });
}

function setOf(match: Api.Match, text: string, index: number): Api.SetScoreSubmission {
  const [team_a_games = 0, team_b_games = 0] = text.split('-').map(Number);
  const known = match.set_scores[index];
  if (known?.team_a_games === team_a_games && known.team_b_games === team_b_games) return known;
  return { set_number: index + 1, team_a_games, team_b_games };
}

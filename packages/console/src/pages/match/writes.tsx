/** Confirming, amending and voiding a match. */
import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { pairNames } from '../../names.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { ResultFields, readResult, scoreOf } from './ResultFields.tsx';

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

/** On the page of a match, and on the list of disputed ones. */
const CHANGED = ['match', 'explanation', 'match-audit', 'matches', 'any-disputed'];

export function MatchActions({ match }: { readonly match: Api.Match }) {
  const forbidden = useForbidden(needs.writeMatches);
  if (match.status === 'voided') return null;
  return (
    <>
      {match.status === 'pending' && (
        <FormAction
          title={t.confirm}
          forbidden={forbidden}
          changes={CHANGED}
          onSubmit={() => bandeja().matches.confirm(match.id)}
        >
          <p>{t.confirmNote}</p>
        </FormAction>
      )}
      <FormAction title={t.amend} forbidden={forbidden} changes={CHANGED} onSubmit={(values) => amend(match, values)}>
        <AmendFields match={match} />
      </FormAction>
      <FormAction
        title={t.void}
        isDangerous
        forbidden={forbidden}
        changes={CHANGED}
        onSubmit={(values) => bandeja().matches.void(match.id, textOf(values, 'reason') ?? '')}
      >
        <p>{t.voidNote}</p>
        <Field label={t.reason} name="reason" required maxLength={200} autoFocus />
      </FormAction>
    </>
  );
}

function AmendFields({ match }: { readonly match: Api.Match }) {
  const namesOf = (team: 'A' | 'B'): string => pairNames(match.participants.filter((player) => player.team === team));
  return (
    <>
      <p>{t.amendNote}</p>
      <ResultFields names={{ A: namesOf('A'), B: namesOf('B') }} current={match} hint={t.setsHint} />
    </>
  );
}

/** Sends what was changed; sets with the same games keep their game order. */
function amend(match: Api.Match, values: FormData) {
  const { winning_team, outcome, set_scores } = readResult(values);
  return bandeja().matches.amend(match.id, {
    revision: match.revision,
    ...(winning_team !== match.winning_team && { winning_team }),
    ...(outcome !== match.outcome && { outcome }),
    ...(scoreOf(set_scores) !== scoreOf(match.set_scores) && {
      set_scores: set_scores.map((set) => withGames(match, set)),
    }),
  });
}

function withGames(match: Api.Match, set: Api.SetScoreSubmission): Api.SetScoreSubmission {
  const known = match.set_scores[set.set_number - 1];
  const isSame = known?.team_a_games === set.team_a_games && known.team_b_games === set.team_b_games;
  return isSame ? known : set;
}

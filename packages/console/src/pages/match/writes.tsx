/** Confirming, amending and voiding a match. */
import type { Api } from '@bandeja/client';
import { bandeja, queryClient } from '../../api.ts';
import { texts } from '../../language.ts';
import { pairNames } from '../../names.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { usePlan } from '../plan/queries.ts';
import { planKey } from '../plan/results.ts';
import { ResultFields, readResult, scoreOf } from './ResultFields.tsx';
import { storedWarnings } from './StoredWarnings.tsx';

const t = texts('console.match.writes');

/** On the page of a match, and on the list of disputed ones. */
const CHANGED = ['match', 'explanation', 'match-audit', 'matches', 'any-disputed'];

export function MatchActions({ match }: { readonly match: Api.Match }) {
  const forbidden = useForbidden(needs.writeMatches);
  if (match.status === 'voided') return null;
  return (
    <>
      {match.status === 'pending' && (
        <FormAction
          title={t('confirm')}
          forbidden={forbidden}
          changes={CHANGED}
          onSubmit={() => bandeja().matches.confirm(match.id)}
        >
          <p>{t('confirm_note')}</p>
        </FormAction>
      )}
      <FormAction
        title={t('amend')}
        forbidden={forbidden}
        changes={CHANGED}
        onSubmit={(values) => amend(match, values)}
        result={amended}
      >
        <AmendFields match={match} />
      </FormAction>
      <FormAction
        title={t('void')}
        isDangerous
        forbidden={forbidden}
        changes={CHANGED}
        onSubmit={(values) => bandeja().matches.void(match.id, textOf(values, 'reason') ?? '')}
      >
        <p>{t('void_note')}</p>
        <Field label={t('reason')} name="reason" required maxLength={200} autoFocus />
      </FormAction>
    </>
  );
}

function AmendFields({ match }: { readonly match: Api.Match }) {
  const namesOf = (team: 'A' | 'B'): string => pairNames(match.participants.filter((player) => player.team === team));
  const names = { A: namesOf('A'), B: namesOf('B') };
  const { session_external_ref: ref, set_scores: sets, scoring } = match;
  const plan = usePlan(scoring === 'points' ? ref : null);
  const hasOrder = sets.some((set) => set.game_winners !== null);
  const hints = [
    t('first', { names: names.A }),
    hasOrder && t('order', { units: scoring === 'points' ? 'points' : 'other' }),
  ];
  return (
    <>
      <p>{t('amend_note')}</p>
      <ResultFields
        names={names}
        current={match}
        points={plan.data?.points_per_match ?? null}
        hint={hints.filter(Boolean).join(' ')}
      />
    </>
  );
}

function amended(match: Api.MatchWithWarnings, close: () => void, again: () => void) {
  // The form has read it.
  const plan = queryClient.getQueryData<Api.Plan | null>(planKey(match.session_external_ref ?? ''));
  return storedWarnings({
    match,
    points: plan?.points_per_match ?? null,
    close,
    otherwise: (
      <button type="button" onClick={again}>
        {t('amend_again')}
      </button>
    ),
  });
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

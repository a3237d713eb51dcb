/** Confirming, amending and voiding a match. */
import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { pairNames } from '../../names.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { ResultFields, readResult, scoreOf } from './ResultFields.tsx';

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
  return (
    <>
      <p>{t('amend_note')}</p>
      <ResultFields names={{ A: namesOf('A'), B: namesOf('B') }} current={match} hint={t('sets_hint')} />
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

/** What the service found unusual in a match that it has just stored. */
import type { Api } from '@bandeja/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { texts } from '../../language.ts';

const t = texts('console.match.stored_warnings');

interface StoredWarningsProps {
  readonly match: Api.MatchWithWarnings;
  /** The total that the night plays to, which is not unusual; null if there is none. */
  readonly points?: number | null;
  readonly close: () => void;
  /** What to do if the match is wrong. */
  readonly otherwise: ReactNode;
}

const setAt = ({ set_scores: sets }: Api.MatchWithWarnings, { pointer }: Api.MatchWarning) =>
  sets[Number(pointer?.split('/').at(-1))];

const totalOf = (set: Api.SetScore | undefined): number | undefined => set && set.team_a_games + set.team_b_games;

/** A newer service may have other warnings, which it words itself. */
function textOf(warning: Api.MatchWarning, match: Api.MatchWithWarnings): string {
  const { code, detail } = warning;
  if (code === 'same_players_nearby') return t(code);
  const set = setAt(match, warning);
  if (set === undefined) return detail;
  const games = `${set.team_a_games}–${set.team_b_games}`;
  if (code === 'unfinished_set') return t(code, { n: set.set_number, games });
  if (code !== 'unusual_score') return detail;
  if (match.scoring === 'games') return t('long_tie_break', { games });
  return t('points_total', { games, total: totalOf(set) ?? 0 });
}

/** The end of a form that stores a match. @returns null without a warning */
export function storedWarnings({ match, points = null, close, otherwise }: StoredWarningsProps): ReactNode {
  const warnings = match.warnings.filter(
    (warning) => warning.code !== 'unusual_score' || totalOf(setAt(match, warning)) !== points,
  );
  if (warnings.length === 0) return null;
  return (
    <div className="stack" role="alert">
      <p>{t('stored')}</p>
      {warnings.map((warning) => (
        <p key={`${warning.code} ${warning.pointer}`} className="warn">
          {textOf(warning, match)}{' '}
          {warning.match_id !== null && (
            <Link to="/matches/$id" params={{ id: warning.match_id }} onClick={close}>
              {t('other')}
            </Link>
          )}
        </p>
      ))}
      <div className="actions">
        {otherwise}
        <button type="button" className="main" onClick={close}>
          {t('right')}
        </button>
      </div>
    </div>
  );
}

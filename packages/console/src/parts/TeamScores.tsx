import type { Api } from '@bandeja/client';
import type { ReactNode } from 'react';
import { texts } from '../language.ts';

const t = texts('console.parts.team_scores');

interface TeamScoresProps {
  readonly match: Pick<Api.NightResult, 'set_scores' | 'winning_team'>;
  readonly names: (team: 'A' | 'B') => ReactNode;
}

/** Both teams with the games of each set, as on a scoreboard. Apart from `people.tsx`, because the pages of links load no router. */
export const TeamScores = ({ match, names }: TeamScoresProps) => (
  <span className="scoreboard">
    {(['A', 'B'] as const).map((team) => (
      <span key={team} className={match.winning_team === team ? 'team winner' : 'team'}>
        <span className="names">
          {names(team)}
          {match.winning_team === team && <span className="reader">{t('won')}</span>}
        </span>
        {match.set_scores.map((set) => (
          <span key={set.set_number} className="games">
            {team === 'A' ? set.team_a_games : set.team_b_games}
          </span>
        ))}
      </span>
    ))}
  </span>
);

import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { pairNames } from '../../names.ts';

const t = texts('console.match.rhythm');

type Team = 'A' | 'B';
const OTHER = { A: 'B', B: 'A' } as const;

interface Game {
  readonly number: number;
  readonly winner: Team;
  /** Null in a tie-break, and if the first server is not known. */
  readonly server: Team | null;
}

/** Teams serve in turn; the thirteenth game is a tie-break. */
function gamesOf({ game_winners: winners, first_server_team: first }: Api.SetScore): Game[] {
  return (winners ?? []).map((winner, index) => {
    const server = first === null || index >= 12 ? null : index % 2 === 0 ? first : OTHER[first];
    return { number: index + 1, winner, server };
  });
}

/** The games of each set in order, a line for each team. */
export function Rhythm({ match }: { readonly match: Api.Match }) {
  const namesOf = (team: Team): string => pairNames(match.participants.filter((player) => player.team === team));
  return (
    <div className="rhythm">
      {match.set_scores.map((set) => {
        const games = gamesOf(set);
        if (games.length === 0) return null;
        const spoken = games.map(({ winner }) => namesOf(winner)).join(', ');
        return (
          <section key={set.set_number}>
            <h3>{t('set', { n: set.set_number })}</h3>
            <p className="reader">{t('reads', { n: set.set_number, games: spoken })}</p>
            <div className="rows" aria-hidden="true">
              {(['A', 'B'] as const).map((team) => (
                <div key={team} className="line">
                  <span className="names">{namesOf(team)}</span>
                  <span className="dots">
                    {games.map((game) => (
                      <span key={game.number} className={markOf(game, team)}>
                        {game.server === team ? 'S' : ''}
                      </span>
                    ))}
                  </span>
                </div>
              ))}
            </div>
          </section>
        );
      })}
      <p className="quiet small">{t('legend')}</p>
    </div>
  );
}

function markOf({ winner, server }: Game, team: Team): string {
  if (winner !== team) return 'dot';
  return server === OTHER[team] ? 'dot won break' : 'dot won';
}

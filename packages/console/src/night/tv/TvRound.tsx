import { fill, texts } from '../../language.ts';
import { courtName, type NameOf, pairOf } from '../../results/court.ts';
import { type Court, gamesOf, winnerOf } from '../../results/entries.ts';
import type { Group } from './blocks.ts';

const t = texts({
  now: ['On court', 'En pista', 'Em campo'],
  next: ['Next: round {n}', 'Después: ronda {n}', 'A seguir: ronda {n}'],
  resting: ['Resting', 'Descanso', 'Descanso'],
  won: ['won', 'ganaron', 'venceram'],
});

export function TvRound({ group, nameOf }: { readonly group: Group; readonly nameOf: NameOf }) {
  return (
    <>
      <h2>{group.isNext ? fill(t.next, { n: group.round }) : t.now}</h2>
      <ul>
        {group.blocks.map((block) =>
          block.kind === 'court' ? (
            <TvCourt key={block.court.court} court={block.court} nameOf={nameOf} hasScores={!group.isNext} />
          ) : (
            <li key={`resting ${block.players[0]}`} className="tv-resting">
              <span className="place">{t.resting}</span>
              <span>{block.players.map(nameOf).join(', ')}</span>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

interface TvCourtProps {
  readonly court: Court;
  readonly nameOf: NameOf;
  readonly hasScores: boolean;
}

function TvCourt({ court, nameOf, hasScores }: TvCourtProps) {
  const { result } = court;
  const winner = result && winnerOf(result);
  return (
    <li className={result === null ? 'tv-court' : 'tv-court done'}>
      <span className="place">{courtName(court)}</span>
      {(['A', 'B'] as const).map((team) => (
        <span key={team} className={winner === team ? 'tv-side winner' : 'tv-side'}>
          <span className="pair">
            {pairOf(court, team).map((number) => (
              <span key={number} className="name">
                {nameOf(number)}
              </span>
            ))}
          </span>
          {winner === team && <span className="reader">{t.won}</span>}
          {hasScores && (
            <span className="value">
              {result === null || result.set_scores.length === 0
                ? '–'
                : result.set_scores.map((set) => gamesOf(set, team)).join(' ')}
            </span>
          )}
        </span>
      ))}
    </li>
  );
}

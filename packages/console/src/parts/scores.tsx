/** Scores and how they moved. A provisional score only places a player: nothing shows a change or an uncertainty. */
import type { Api } from '@bandeja/client';
import { matchesToRank } from '@bandeja/rating';
import { fill, texts } from '../language.ts';
import { formatChange, formatLevel, formatNumber, formatScore } from '../numbers.ts';

const t = texts({
  provisional: ['Provisional', 'Provisional', 'Provisório'],
  low: ['Low', 'Baja', 'Baixa'],
  medium: ['Medium', 'Media', 'Média'],
  high: ['High', 'Alta', 'Alta'],
  very_high: ['Very high', 'Muy alta', 'Muito alta'],
  score: ['Score', 'Puntuación', 'Pontuação'],
  level: ['Level {level}', 'Nivel {level}', 'Nível {level}'],
  progress: [
    '{n} of {needed} {needed|match|matches}',
    '{n} de {needed} {needed|partido|partidos}',
    '{n} de {needed} {needed|encontro|encontros}',
  ],
  after: [
    'Placed after {n} of {needed} {needed|match|matches}',
    'Inicial, tras {n} de {needed} {needed|partido|partidos}',
    'Inicial, após {n} de {needed} {needed|encontro|encontros}',
  ],
  placed: [
    'Placed at {score} after {n} of {needed} {needed|match|matches}',
    'Puntuación inicial tras {n} de {needed} {needed|partido|partidos}: {score}',
    'Pontuação inicial após {n} de {needed} {needed|encontro|encontros}: {score}',
  ],
});

type Level = Pick<Api.Rating, 'confidence_level'>;

/** Whether the score still finds its place. */
export const isPlacing = ({ confidence_level: level }: Level): boolean => level === 'provisional';

export const confidenceOf = (level: Api.Rating['confidence_level']): string => t[level];

const placingValues = ({ service_score: score, matches_played: n }: Api.Rating) => ({
  score: formatScore(score),
  n,
  needed: n + matchesToRank(n),
});

/** “Placed at 1689 after 2 of 3 matches” */
export const placedText = (rating: Api.Rating): string => fill(t.placed, placingValues(rating));

/** A change of a score: the sign, the colour and the form say the same. */
export function Change({ points }: { readonly points: number }) {
  const kind = points > 0 ? 'up' : points < 0 ? 'down' : 'same';
  return <span className={`change ${kind}`}>{formatChange(points)}</span>;
}

/** A score in a list. */
export function Score({ rating }: { readonly rating: Api.Rating }) {
  return (
    <span className="score">
      {formatScore(rating.service_score)}{' '}
      <small className="quiet">
        {isPlacing(rating) ? fill(t.progress, placingValues(rating)) : `± ${formatNumber(rating.uncertainty)}`}
      </small>
    </span>
  );
}

/** The score of the player whose page this is, with the level beside it. */
export function LargeScore({ rating }: { readonly rating: Api.Rating }) {
  return (
    <p className="large-score">
      <span className="reader">{t.score}</span>
      <strong>{formatScore(rating.service_score)}</strong>
      <span>
        <span>{fill(t.level, { level: formatLevel(rating.level) })}</span>
        <span>
          {isPlacing(rating) ? fill(t.after, placingValues(rating)) : `± ${formatNumber(rating.uncertainty)}`}
        </span>
      </span>
    </p>
  );
}

/** Scores and how they moved. A provisional score only places a player: nothing shows a change or an uncertainty. */
import type { Api } from '@bandeja/client';
import { PROVISIONAL_MATCHES } from '@bandeja/rating';
import { Link } from '@tanstack/react-router';
import { texts } from '../language.ts';
import { formatChange, formatLevel, formatNumber, formatScore, formatStated } from '../numbers.ts';

const t = texts('console.parts.scores');

/** Why a score moved without a match of that day. */
const causes = texts('console.parts.scores_causes');

export const causeText = ({ cause }: Pick<Api.ProgressPoint, 'cause'>): string =>
  cause === 'match' ? '' : causes(cause);

type Level = Pick<Api.Rating, 'confidence_level'>;

/** Whether the score still finds its place. */
export const isPlacing = ({ confidence_level: level }: Level): boolean => level === 'provisional';

export const confidenceOf = (level: Api.Rating['confidence_level']): string => t(level);

/** “2 of 3 matches”. From the third on, nothing says how many more it takes. */
const placingMatches = ({ matches_played: n }: Api.Rating): string =>
  n < PROVISIONAL_MATCHES ? t('of', { n, needed: PROVISIONAL_MATCHES }) : t('count', { n });

/** “Placed at 1689 after 2 of 3 matches” */
export const placedText = (rating: Api.Rating): string =>
  t('placed', { score: formatScore(rating.service_score), matches: placingMatches(rating) });

/** A change of a score: the sign, the colour and the form say the same. */
export function Change({ points }: { readonly points: number }) {
  const kind = points > 0 ? 'up' : points < 0 ? 'down' : 'same';
  return <span className={`change ${kind}`}>{formatChange(points)}</span>;
}

/** “Stated 3.5” */
export function statedText({ value, scale }: Api.StartingLevel): string {
  return scale === 'level'
    ? t('stated', { value: formatStated(value) })
    : t('stated_points', { value: formatScore(value) });
}

interface ScoredPlayer {
  readonly rating: Api.Rating;
  readonly starting_level: Api.StartingLevel | null;
}

/** The starting level of a player whose score still finds its place: any score starts near the middle. */
export function Stated({ player: { rating, starting_level: level } }: { readonly player: ScoredPlayer }) {
  return level !== null && isPlacing(rating) && <small className="stated">{statedText(level)}</small>;
}

/** A score in a list. */
export function Score({ player }: { readonly player: ScoredPlayer }) {
  const { rating } = player;
  return (
    <span className="score">
      {formatScore(rating.service_score)}{' '}
      <small className="quiet">
        {isPlacing(rating) ? placingMatches(rating) : `± ${formatNumber(rating.uncertainty)}`}
      </small>
      <Stated player={player} />
    </span>
  );
}

/** The score of the player whose page this is, with the level beside it. */
export function LargeScore({ player }: { readonly player: ScoredPlayer }) {
  const { rating } = player;
  return (
    <p className="large-score">
      <span className="reader">{t('score')}</span>
      <strong>{formatScore(rating.service_score)}</strong>
      <span>
        <Link to="/scale">{t('level', { level: formatLevel(rating.level) })}</Link>
        <span>
          {isPlacing(rating)
            ? t('after', { matches: placingMatches(rating) })
            : `± ${formatNumber(rating.uncertainty)}`}
        </span>
        <Stated player={player} />
      </span>
    </p>
  );
}

import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatDay, formatDecimal, formatShare } from '../../numbers.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Tile } from '../../parts/Page.tsx';
import { PlayerLink } from '../../parts/people.tsx';

const t = texts('console.player.analysis');
const labels = texts('console.player.analysis_rates');

export function AnalysisPart({ username }: { readonly username: string }) {
  const analysis = useQuery({
    queryKey: ['analysis', username],
    queryFn: ({ signal }) => bandeja().players.analysis(username, { signal }),
  });
  return (
    <Loaded query={analysis} rows={8}>
      {(data) => (data.sample.matches === 0 ? <Empty title={t('empty')} /> : <Shown analysis={data} />)}
    </Loaded>
  );
}

function Shown({ analysis }: { readonly analysis: Api.Analysis }) {
  const { sample, expectation, insights } = analysis;
  const dates = { n: sample.matches, from: formatDay(sample.from ?? ''), to: formatDay(sample.to ?? '') };
  return (
    <div className="stack">
      <Tile title={t('insights')} note={t('sample', dates)}>
        {insights.length === 0 ? (
          <p>{t('nothing')}</p>
        ) : (
          insights.map((insight) => <InsightLine key={insight.text} insight={insight} />)
        )}
        <p className="quiet small">
          {t('expected', {
            won: formatDecimal(expectation.actual_wins),
            expected: formatDecimal(expectation.expected_wins),
          })}
        </p>
      </Tile>
      <div className="tiles flow">
        <Rates
          title={t('matches')}
          rates={ratesOf({ all: analysis.matches, ...analysis.court_position, ...analysis.competition })}
        />
        <Rates title={t('sets')} rates={ratesOf(analysis.sets)} />
        <Rates title={t('games')} rates={ratesOf({ ...analysis.games, ...analysis.phases })} />
        <Rates title={t('momentum')} rates={ratesOf(analysis.momentum)} />
        <Rates
          title={t('teammates')}
          rates={analysis.teammates.slice(0, 8).map((mate) => ({
            key: mate.profile_id ?? mate.display_name,
            label: <PlayerLink player={mate} />,
            rate: mate.matches,
          }))}
        />
      </div>
    </div>
  );
}

function InsightLine({ insight }: { readonly insight: Api.Insight }) {
  return (
    <p className={`insight ${insight.direction}`}>
      <span className="chip">{insight.direction === 'strength' ? t('strength') : t('weakness')}</span> {insight.text}
    </p>
  );
}

interface NamedRate {
  readonly key: string;
  readonly label: ReactNode;
  readonly rate: Api.Rate;
}

const isRate = (value: unknown): value is Api.Rate => typeof value === 'object' && value !== null && 'played' in value;

/** The rates that have a label here and any data. */
function ratesOf(group: object): NamedRate[] {
  return Object.entries(group).flatMap(([key, rate]) =>
    isRate(rate) && rate.played > 0 && labels.has(key) ? [{ key, label: labels(key), rate }] : [],
  );
}

function Rates({ title, rates }: { readonly title: string; readonly rates: readonly NamedRate[] }) {
  if (rates.length === 0) return null;
  return (
    <Tile title={title}>
      <table className="rates">
        <tbody>
          {rates.map(({ key, label, rate }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>
                <RateBar rate={rate} />
              </td>
              <td className="number">
                {rate.value === null ? <small className="quiet">{t('few')}</small> : formatShare(rate.value)}
                <small className="quiet">{t('of', { won: rate.won, played: rate.played })}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Tile>
  );
}

/** The share as a bar, and its confidence interval as a line on it. */
function RateBar({ rate: { value, interval } }: { readonly rate: Api.Rate }) {
  if (value === null || interval === null) return null;
  const [low = 0, high = 1] = interval;
  const label = t('between', { low: formatShare(low), high: formatShare(high) });
  return (
    <span className="bar" role="img" aria-label={label} title={label}>
      <span className="share" style={{ width: `${value * 100}%` }} />
      <span className="interval" style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
    </span>
  );
}

import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatDay, formatDecimal, formatShare } from '../../numbers.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Tile } from '../../parts/Page.tsx';
import { PlayerLink } from '../../parts/people.tsx';

const t = texts({
  strength: ['Strength', 'Punto fuerte', 'Ponto forte'],
  weakness: ['Weakness', 'Punto débil', 'Ponto fraco'],
  insights: ['What stands out', 'Lo que destaca', 'O que se destaca'],
  nothing: [
    'Nothing differs clearly from what the ratings expect.',
    'Nada se aparta claramente de lo que esperan los niveles.',
    'Nada difere claramente do que os níveis esperam.',
  ],
  empty: ['No completed match yet', 'Aún no hay partidos completados', 'Ainda não há encontros concluídos'],
  sample: [
    '{n} {n|match|matches}, {from} to {to}',
    '{n} {n|partido|partidos}, del {from} al {to}',
    '{n} {n|encontro|encontros}, de {from} a {to}',
  ],
  expected: ['Won {won}, expected {expected}', 'Ganó {won}, esperado {expected}', 'Venceu {won}, esperado {expected}'],
  few: ['Too few', 'Muy pocos', 'Poucos'],
  of: ['{won} of {played}', '{won} de {played}', '{won} de {played}'],
  between: [
    'likely between {low} and {high}',
    'probablemente entre {low} y {high}',
    'provavelmente entre {low} e {high}',
  ],
  matches: ['Matches', 'Partidos', 'Encontros'],
  all: ['All', 'Todos', 'Todos'],
  left: ['On the left side', 'En el lado izquierdo', 'No lado esquerdo'],
  right: ['On the right side', 'En el lado derecho', 'No lado direito'],
  social: ['Social', 'Sociales', 'Sociais'],
  training: ['Training', 'Entrenamiento', 'Treino'],
  league: ['League', 'Liga', 'Liga'],
  tournament: ['Tournament', 'Torneo', 'Torneio'],
  sets: ['Sets', 'Sets', 'Sets'],
  first: ['First sets', 'Primeros sets', 'Primeiros sets'],
  deciding: ['Deciding sets', 'Sets decisivos', 'Sets decisivos'],
  tie_break: ['Tie-breaks', 'Tie-breaks', 'Tie-breaks'],
  close: ['Close sets', 'Sets igualados', 'Sets equilibrados'],
  lopsided: ['Lopsided sets', 'Sets desiguales', 'Sets desequilibrados'],
  games: ['Games', 'Juegos', 'Jogos'],
  serving: ['Own service held', 'Saque mantenido', 'Serviço mantido'],
  receiving: ['Service broken', 'Saque roto', 'Serviço quebrado'],
  opening: ['Games 1 to 3', 'Juegos 1 a 3', 'Jogos 1 a 3'],
  middle: ['In the middle of a set', 'A mitad de set', 'A meio do set'],
  closing: ['At the end of a set', 'Al final de un set', 'No fim do set'],
  serving_for_set: ['Serving for the set', 'Sacando para el set', 'A servir para o set'],
  receiving_to_stay_in_set: [
    'Receiving to stay in the set',
    'Restando para seguir en el set',
    'A receber para ficar no set',
  ],
  momentum: ['After other results', 'Tras otros resultados', 'Depois de outros resultados'],
  after_winning_first_set: [
    'Match after winning the first set',
    'Partido tras ganar el primer set',
    'Encontro depois de vencer o primeiro set',
  ],
  after_losing_first_set: [
    'Match after losing the first set',
    'Partido tras perder el primer set',
    'Encontro depois de perder o primeiro set',
  ],
  break_back: ['Game after being broken', 'Juego tras perder el saque', 'Jogo depois de perder o serviço'],
  consolidation: ['Own service after a break', 'Saque tras romper', 'Serviço depois de uma quebra'],
  teammates: ['Teammates', 'Compañeros', 'Parceiros de jogo'],
});

export function AnalysisPart({ username }: { readonly username: string }) {
  const analysis = useQuery({
    queryKey: ['analysis', username],
    queryFn: ({ signal }) => bandeja().players.analysis(username, { signal }),
  });
  return (
    <Loaded query={analysis} rows={8}>
      {(data) => (data.sample.matches === 0 ? <Empty title={t.empty} /> : <Shown analysis={data} />)}
    </Loaded>
  );
}

function Shown({ analysis }: { readonly analysis: Api.Analysis }) {
  const { sample, expectation, insights } = analysis;
  const dates = { n: sample.matches, from: formatDay(sample.from ?? ''), to: formatDay(sample.to ?? '') };
  return (
    <div className="stack">
      <Tile title={t.insights} note={fill(t.sample, dates)}>
        {insights.length === 0 ? (
          <p>{t.nothing}</p>
        ) : (
          insights.map((insight) => <InsightLine key={insight.text} insight={insight} />)
        )}
        <p className="quiet small">
          {fill(t.expected, {
            won: formatDecimal(expectation.actual_wins),
            expected: formatDecimal(expectation.expected_wins),
          })}
        </p>
      </Tile>
      <div className="tiles flow">
        <Rates
          title={t.matches}
          rates={ratesOf({ all: analysis.matches, ...analysis.court_position, ...analysis.competition })}
        />
        <Rates title={t.sets} rates={ratesOf(analysis.sets)} />
        <Rates title={t.games} rates={ratesOf({ ...analysis.games, ...analysis.phases })} />
        <Rates title={t.momentum} rates={ratesOf(analysis.momentum)} />
        <Rates
          title={t.teammates}
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
      <span className="chip">{insight.direction === 'strength' ? t.strength : t.weakness}</span> {insight.text}
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
    isRate(rate) && rate.played > 0 && key in t ? [{ key, label: t[key as keyof typeof t], rate }] : [],
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
                {rate.value === null ? <small className="quiet">{t.few}</small> : formatShare(rate.value)}
                <small className="quiet">{fill(t.of, { won: rate.won, played: rate.played })}</small>
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
  const label = fill(t.between, { low: formatShare(low), high: formatShare(high) });
  return (
    <span className="bar" role="img" aria-label={label} title={label}>
      <span className="share" style={{ width: `${value * 100}%` }} />
      <span className="interval" style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
    </span>
  );
}

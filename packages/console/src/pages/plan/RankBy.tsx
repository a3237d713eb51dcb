/** The rule of the ranking: chosen at set-up, shown beside the ranking, and changed during and after the night. */
import type { Api } from '@bandeja/client';
import type { ComponentProps } from 'react';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Select, textOf } from '../../parts/Field.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { amend, type PlanChanges } from './useChange.ts';

type Setting = Api.Plan['rank_by'];

const t = texts({
  label: ['Ranking by', 'Clasificación por', 'Classificação por'],
  auto: [
    'Points; points a match if not all played equally often',
    'Puntos; puntos por partido si no todos jugaron lo mismo',
    'Pontos; pontos por encontro se nem todos jogaram o mesmo',
  ],
  autoGames: [
    'Games; games a match if not all played equally often',
    'Juegos; juegos por partido si no todos jugaron lo mismo',
    'Jogos; jogos por encontro se nem todos jogaram o mesmo',
  ],
  points: ['Points', 'Puntos', 'Pontos'],
  pointsGames: ['Games', 'Juegos', 'Jogos'],
  wins: ['Matches won', 'Partidos ganados', 'Encontros ganhos'],
  average: ['Points a match', 'Puntos por partido', 'Pontos por encontro'],
  averageGames: ['Games a match', 'Juegos por partido', 'Jogos por encontro'],
  byPoints: ['By points', 'Por puntos', 'Por pontos'],
  byPointsGames: ['By games', 'Por juegos', 'Por jogos'],
  byWins: ['By matches won', 'Por partidos ganados', 'Por encontros ganhos'],
  byAverage: ['By points a match', 'Por puntos por partido', 'Por pontos por encontro'],
  byAverageGames: ['By games a match', 'Por juegos por partido', 'Por jogos por encontro'],
  uneven: ['not all have played equally often', 'no todos han jugado lo mismo', 'nem todos jogaram o mesmo'],
  change: ['Change the ranking', 'Cambiar la clasificación', 'Mudar a classificação'],
  button: ['Change', 'Cambiar', 'Mudar'],
  save: ['Save', 'Guardar', 'Guardar'],
});

interface RankBySelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  readonly scoring: Api.Plan['scoring'];
}

export function RankBySelect({ scoring, ...select }: RankBySelectProps) {
  const isGames = scoring === 'games';
  const labels: Readonly<Record<Setting, string>> = {
    auto: isGames ? t.autoGames : t.auto,
    points: isGames ? t.pointsGames : t.points,
    wins: t.wins,
    average: isGames ? t.averageGames : t.average,
  };
  return (
    <Select label={t.label} {...select}>
      {(['auto', 'points', 'wins', 'average'] as const).map((rule) => (
        <option key={rule} value={rule}>
          {labels[rule]}
        </option>
      ))}
    </Select>
  );
}

interface RankingRuleProps {
  readonly night: Pick<Api.LiveNight, 'rank_by' | 'rank_by_setting' | 'scoring'>;
  readonly change: PlanChanges;
}

/** “By points a match: not all have played equally often”, with the way to change it. */
export function RankingRule({ night: { rank_by: rule, rank_by_setting: setting, scoring }, change }: RankingRuleProps) {
  const isGames = scoring === 'games';
  const names = {
    points: isGames ? t.byPointsGames : t.byPoints,
    wins: t.byWins,
    average: isGames ? t.byAverageGames : t.byAverage,
  };
  return (
    <div className="title-line">
      <span>
        {names[rule]}
        {setting === 'auto' && rule === 'average' && `: ${t.uneven}`}
      </span>
      <FormAction
        changes={[]}
        title={t.change}
        button={t.button}
        className="plain"
        submit={t.save}
        forbidden={useForbidden(needs.writeMatches)}
        onSubmit={(values) => change.run(amend({ rank_by: textOf(values, 'rank_by') as Setting }))}
      >
        <RankBySelect name="rank_by" scoring={scoring} defaultValue={setting} />
      </FormAction>
    </div>
  );
}

/** The rule of the ranking: chosen at set-up, shown beside the ranking, and changed during and after the night. */
import type { Api } from '@bandeja/client';
import type { ComponentProps } from 'react';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Select, textOf } from '../../parts/Field.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { amend, type PlanChanges } from './useChange.ts';

type Setting = Api.Plan['rank_by'];

const t = texts('console.plan.rank_by');

interface RankBySelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  readonly scoring: Api.Plan['scoring'];
}

export function RankBySelect({ scoring, ...select }: RankBySelectProps) {
  const isGames = scoring === 'games';
  const labels: Readonly<Record<Setting, string>> = {
    auto: isGames ? t('auto_games') : t('auto'),
    points: isGames ? t('points_games') : t('points'),
    wins: t('wins'),
    average: isGames ? t('average_games') : t('average'),
  };
  return (
    <Select label={t('label')} {...select}>
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
    points: isGames ? t('by_points_games') : t('by_points'),
    wins: t('by_wins'),
    average: isGames ? t('by_average_games') : t('by_average'),
  };
  return (
    <div className="title-line">
      <span>
        {names[rule]}
        {setting === 'auto' && rule === 'average' && `: ${t('uneven')}`}
      </span>
      <FormAction
        changes={[]}
        title={t('change')}
        button={t('button')}
        className="plain"
        submit={t('save')}
        forbidden={useForbidden(needs.writeMatches)}
        onSubmit={(values) => change.run(amend({ rank_by: textOf(values, 'rank_by') as Setting }))}
      >
        <RankBySelect name="rank_by" scoring={scoring} defaultValue={setting} />
      </FormAction>
    </div>
  );
}

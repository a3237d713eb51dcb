import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { KeptEntries } from '../../night/KeptEntries.tsx';
import { Connection } from '../../night/Notices.tsx';
import { nightTitle } from '../../night/words.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Page } from '../../parts/Page.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { nameOfIn } from '../../results/court.ts';
import { roundOf, stateName } from '../tonight/words.ts';
import { CurrentRound } from './CurrentRound.tsx';
import { EntriesOfOthers } from './EntriesOfOthers.tsx';
import { Links } from './Links.tsx';
import { Overtaken } from './Overtaken.tsx';
import { People } from './People.tsx';
import { useLive } from './queries.ts';
import { Recap } from './Recap.tsx';
import { Rename } from './Rename.tsx';
import { Rounds } from './Rounds.tsx';
import { useResults } from './shared.ts';
import { useChange } from './useChange.ts';

const t = texts('console.plan.night');

interface NightProps {
  readonly plan: Api.Plan;
  readonly tab: string | undefined;
}

/** A night that was started. Entries that are not stored are shown on all its parts. */
export function Night({ plan, tab }: NightProps) {
  const { session_external_ref: ref, state } = plan;
  const live = useLive(plan);
  const change = useChange(plan);
  // Without a network, the kept plan may be older.
  const open = live.data === undefined ? plan.rounds.find((round) => round.state === 'open') : live.data.round;
  const isClosed = state === 'closed';
  const parts = isClosed ? (['rounds', 'links'] as const) : (['rounds', 'people', 'links'] as const);
  const part = parts.find((one) => one === tab);
  const nameOf = nameOfIn(plan);
  const results = useResults(plan, live, nameOf);
  const shared = { plan, live, change, results, nameOf };
  return (
    <Page
      title={nightTitle(plan.name, plan.rounds[0]?.opened_at ?? null)}
      subtitle={[
        stateName(state),
        state === 'open' && open != null && roundOf(open.round, plan.rounds.length),
        plan.venue_label,
      ]
        .filter(Boolean)
        .join(' · ')}
      actions={<Rename plan={plan} change={change} />}
    >
      <Tabs
        label={t('parts')}
        tabs={[undefined, ...parts].map((one) => ({
          label: one === undefined ? (isClosed ? t('recap') : t('now')) : t(one),
          link: { to: '/tonight/$ref', params: { ref }, search: one === undefined ? {} : { tab: one } },
          isActive: one === part,
        }))}
      />
      <Connection open={results.open} isOffline={live.isOld} readAt={live.dataUpdatedAt} />
      <KeptEntries open={results.open} />
      <EntriesOfOthers open={results.open} />
      {change.overtaken !== null && <Overtaken {...change.overtaken} change={change} />}
      {change.error !== null && <Fault error={change.error} />}
      {part === 'rounds' ? (
        <Rounds {...shared} />
      ) : part === 'people' ? (
        <People
          plan={plan}
          change={change}
          isFresh={live.data?.round?.courts.every(({ result }) => result === null) ?? false}
        />
      ) : part === 'links' ? (
        <Links plan={plan} />
      ) : isClosed ? (
        <Recap plan={plan} live={live} change={change} />
      ) : (
        <CurrentRound {...shared} />
      )}
    </Page>
  );
}

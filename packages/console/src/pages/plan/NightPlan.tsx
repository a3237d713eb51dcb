import { getRouteApi } from '@tanstack/react-router';
import { texts } from '../../language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Page } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { Night } from './Night.tsx';
import { usePlan } from './queries.ts';
import { Setup } from './Setup.tsx';

const t = texts('console.plan.night_plan');

const page = getRouteApi('/tonight/$ref');

/** A night by its reference: set up, played, closed. */
export function NightPlan() {
  const { ref } = page.useParams();
  const { tab } = page.useSearch();
  const forbidden = useForbidden(needs.writeMatches);
  const plan = usePlan(ref, { isPolled: tab === 'rounds' });
  if (plan.data === undefined || (plan.data === null && plan.error !== null)) {
    return (
      <Page title={t('night')}>
        <Loaded query={plan} rows={6}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  if (plan.data === null && forbidden !== null) {
    return (
      <Page title={t('night')}>
        <Empty title={t('none')} hint={t('forbidden', { needed: forbidden })} />
      </Page>
    );
  }
  if (plan.data === null || plan.data.state === 'planned') return <Setup key={ref} sessionRef={ref} plan={plan.data} />;
  return <Night key={ref} plan={plan.data} tab={tab} />;
}

import { texts } from '../language.ts';
import { Fault, isOffline } from '../parts/Fault.tsx';
import { Placeholder } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { Foot } from './Foot.tsx';
import { KeptEntries } from './KeptEntries.tsx';
import { isEnded, type OpenLink, useNight } from './link.ts';
import { Connection, Ended } from './Notices.tsx';
import { OpenNight } from './OpenNight.tsx';
import { NightRecap } from './Recap.tsx';
import { ShowCode } from './ShowCode.tsx';
import { subtitleOf, titleOf } from './words.ts';

const t = texts({
  loading: ['Club night', 'Noche del club', 'Noite do clube'],
});

/** The night of a link, as a phone at the court shows it. */
export function NightPage({ link }: { readonly link: OpenLink }) {
  const { night, error, readAt } = useNight(link);
  if (isEnded(error)) return <Ended kind="ended" link={link} night={night} />;
  return (
    <main className="night-page">
      <Page
        title={night === null ? t.loading : titleOf(night)}
        {...(night && { subtitle: subtitleOf(night) })}
        {...(night && { actions: <ShowCode link={link} role={night.link.role} /> })}
      >
        <Connection open={link} isOffline={isOffline(error)} readAt={readAt} />
        <KeptEntries open={link} />
        {error !== null && !(isOffline(error) && night !== null) && <Fault error={error} onRetry={link.refresh} />}
        {night === null && error === null && <Placeholder rows={6} />}
        {night !== null &&
          (night.state === 'closed' ? (
            <NightRecap night={night} link={link} />
          ) : (
            <OpenNight night={night} link={link} isOffline={isOffline(error)} />
          ))}
        <Foot link={link} />
      </Page>
    </main>
  );
}

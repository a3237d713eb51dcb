import type { Api } from '@bandeja/client';
import { Fault, isOffline } from '../parts/Fault.tsx';
import { Placeholder } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { Clock } from './Clock.tsx';
import { Foot } from './Foot.tsx';
import { KeptEntries } from './KeptEntries.tsx';

import { isEnded, type OpenLink, useNight } from './link.ts';
import { Connection, Ended } from './Notices.tsx';
import { OpenNight } from './OpenNight.tsx';
import { useOwnPlayer } from './own-player.ts';
import { NightRecap } from './Recap.tsx';
import { ShowCode } from './ShowCode.tsx';
import { clubAndNight, shared, subtitleOf, titleOf } from './words.ts';

/** The night of a link, as a phone at the court shows it. */
export function NightPage({ link }: { readonly link: OpenLink }) {
  const { night, error, readAt } = useNight(link);
  const me = useOwnPlayer(link.night, night?.players ?? []);
  if (isEnded(error)) return <Ended link={link} night={night} />;
  return (
    <main className="night-page">
      <Page
        title={night === null ? shared('night') : titleOf(night)}
        {...(night && { subtitle: <Subtitle night={night} /> })}
        {...(night && {
          actions: (
            <>
              <Clock night={night} />
              <ShowCode link={link} role={night.link.role} />
            </>
          ),
        })}
      >
        <Connection open={link} isOffline={isOffline(error)} readAt={readAt} />
        <KeptEntries open={link} />
        {error !== null && !(isOffline(error) && night !== null) && <Fault error={error} onRetry={link.refresh} />}
        {night === null && error === null && <Placeholder rows={6} />}
        {night !== null &&
          (night.state === 'closed' ? (
            <NightRecap night={night} link={link} me={me} />
          ) : (
            <OpenNight night={night} link={link} me={me} isOffline={isOffline(error)} />
          ))}
        <Foot link={link} />
      </Page>
    </main>
  );
}

const Subtitle = ({ night }: { readonly night: Api.Night }) => (
  <>
    <span className="club-and-night">{clubAndNight(night)}</span>
    {night.state !== 'closed' && <span>{subtitleOf(night)}</span>}
  </>
);

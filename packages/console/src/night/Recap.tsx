import type { Api } from '@bandeja/client';
import { useCallback } from 'react';
import { texts } from '../language.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Empty, Tile } from '../parts/Page.tsx';
import { PictureFrame, ShareButton, useTheme } from '../parts/SharedPicture.tsx';
import { Celebration } from './Celebration.tsx';
import { type OpenLink, useAnswer } from './link.ts';
import { MyNight } from './MyNight.tsx';
import type { OwnPlayer } from './own-player.ts';
import { highlightsOf, useRecap } from './recap.ts';
import { Standings } from './Standings.tsx';
import { matchesText, rankedBy } from './standing.ts';
import { nightName, shared } from './words.ts';

const t = texts('console.night.recap');

interface NightRecapProps {
  readonly night: Api.Night;
  readonly link: OpenLink;
  readonly me: OwnPlayer;
}

/** A closed night, to read, share and print. */
export function NightRecap({ night, link, me }: NightRecapProps) {
  const { client } = link;
  const theme = useTheme();
  const recap = useRecap(link);
  const poster = useAnswer(useCallback((signal) => client.poster({ theme, signal }), [client, theme]));
  return (
    <Loaded query={recap} rows={8}>
      {(data) =>
        data === null ? (
          <Empty title={shared('none')} />
        ) : (
          <div className="columns even">
            <div className="stack">
              <Celebration
                title={nightName(night.name, data.day) ?? shared('night')}
                facts={[data.club_name, data.venue_label, matchesText(data.matches)]}
                night={night}
                highlights={highlightsOf(data)}
                share={poster.data !== undefined && <ShareButton svg={poster.data} fileName="night" isMain />}
              >
                <MyNight night={night} me={me} />
              </Celebration>
              <Tile title={shared('final')} note={rankedBy(night)}>
                <Standings night={night} own={me.number} />
                <div className="actions">
                  <button type="button" onClick={() => window.print()}>
                    {t('print')}
                  </button>
                </div>
              </Tile>
            </div>
            <Loaded query={poster} rows={6}>
              {(svg) => <PictureFrame svg={svg} label={t('poster')} />}
            </Loaded>
          </div>
        )
      }
    </Loaded>
  );
}

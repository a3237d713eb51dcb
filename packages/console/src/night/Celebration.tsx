/** The end of a night, for phones and for the organizer: its name, its podium, and the poster to share. */
import type { Api } from '@bandeja/client';
import type { ReactNode } from 'react';
import { Highlights, type NightHighlights } from './Highlights.tsx';
import { NightPodium } from './Podium.tsx';

interface CelebrationProps {
  readonly title: string;
  /** Such as the club and the day. */
  readonly facts: readonly (string | null | undefined)[];
  readonly night: Pick<Api.LiveNight, 'players' | 'standings' | 'rank_by' | 'scoring'>;
  /** Undefined until the recap is read. */
  readonly highlights: NightHighlights | undefined;
  /** The main action. */
  readonly share: ReactNode;
  /** Between the podium and the highlights. */
  readonly children?: ReactNode;
}

export function Celebration({ title, facts, night, highlights, share, children }: CelebrationProps) {
  return (
    <>
      <section className="celebration">
        <header>
          <h2>{title}</h2>
          <p>{facts.filter(Boolean).join(' · ')}</p>
        </header>
        <NightPodium night={night} />
        {share}
      </section>
      {children}
      {highlights && <Highlights {...highlights} />}
    </>
  );
}

import { useState } from 'react';
import { texts } from '../language.ts';
import { courtName, type NameOf, pairOf, type Rules } from '../results/court.ts';
import { type Court, type Entry, gamesOf, type ResultEntry, type Team, winnerOf } from '../results/entries.ts';
import { ScorePad } from './ScorePad.tsx';

const t = texts('console.night.round_view');

interface RoundViewProps<Shown extends Court> {
  readonly courts: readonly Shown[];
  readonly resting: readonly number[];
  readonly rules: Rules;
  readonly nameOf: NameOf;
  /** Whether the person may enter results of a court. Default: no court. */
  readonly canScore?: (court: Shown) => boolean;
  /** With the court and its waiting entry at the time of the tap. Null removes the result. */
  readonly onEntry?: (court: Shown, result: ResultEntry | null, over: Entry | null) => void;
  /** Who entered the result of a court; null if that is not known. Default: not shown. */
  readonly enteredBy?: (court: Shown) => string | null;
  /** Whether results may be removed. */
  readonly canRemove?: boolean;
  /** Entries that wait, by court. They are shown in place of the result. */
  readonly waiting?: ReadonlyMap<number, Entry>;
  /** Whether an entry is kept while the service does not answer. Default: none is. */
  readonly isKept?: (entry: Entry) => boolean;
  /** Whether the round is being played: courts without a result say so. */
  readonly isOpen?: boolean;
}

/** The courts of a round with large scores. A tap on a pair opens the pad. */
export function RoundView<Shown extends Court>(props: RoundViewProps<Shown>) {
  const { courts, resting, rules, nameOf, canScore, onEntry, canRemove = false, waiting, isOpen = true } = props;
  // The court at the time of the tap: a result that arrives while the pad is open is a conflict.
  const [tapped, setTapped] = useState<Tapped<Shown> | null>(null);
  const close = () => setTapped(null);
  return (
    <>
      <ul className="courts">
        {courts.map((one) => (
          <CourtCard
            key={one.court}
            court={one}
            nameOf={nameOf}
            isOpen={isOpen}
            isKept={props.isKept ?? (() => false)}
            waiting={waiting?.get(one.court)}
            enteredBy={props.enteredBy?.(one) ?? null}
            {...(onEntry !== undefined && canScore?.(one) === true
              ? { onTap: (team: Team) => setTapped({ court: one, team, over: waiting?.get(one.court) ?? null }) }
              : {})}
          />
        ))}
      </ul>
      {resting.length > 0 && (
        <p className="resting">
          <span className="quiet">{t('resting')}</span> {resting.map(nameOf).join(', ')}
        </p>
      )}
      {tapped !== null && onEntry !== undefined && (
        <ScorePad
          court={tapped.court}
          shown={tapped.over === null ? tapped.court.result : tapped.over.result}
          team={tapped.team}
          rules={rules}
          nameOf={nameOf}
          onClose={close}
          canRemove={canRemove}
          onEntry={(result) => {
            close();
            onEntry(tapped.court, result, tapped.over);
          }}
        />
      )}
    </>
  );
}

interface Tapped<Shown extends Court> {
  readonly court: Shown;
  readonly team: Team;
  readonly over: Entry | null;
}

interface CourtCardProps {
  readonly court: Court;
  readonly nameOf: NameOf;
  readonly isOpen: boolean;
  readonly isKept: (entry: Entry) => boolean;
  readonly waiting: Entry | undefined;
  readonly enteredBy: string | null;
  readonly onTap?: (team: Team) => void;
}

function CourtCard({ court, nameOf, isOpen, isKept, waiting, enteredBy, onTap }: CourtCardProps) {
  const shown: ResultEntry | null = waiting === undefined ? court.result : waiting.result;
  return (
    <li className={shown === null ? 'court' : 'court done'}>
      <header>
        <h3>{courtName(court)}</h3>
        <span className="chips">
          {waiting === undefined && enteredBy !== null && <small className="entered-by">{enteredBy}</small>}
          <CourtChip court={court} isOpen={isOpen} isKept={isKept} waiting={waiting} />
        </span>
      </header>
      {(['A', 'B'] as const).map((team) => (
        <Side key={team} team={team} court={court} shown={shown} nameOf={nameOf} {...(onTap && { onTap })} />
      ))}
    </li>
  );
}

function CourtChip({ court, isOpen, isKept, waiting }: Omit<CourtCardProps, 'nameOf' | 'enteredBy' | 'onTap'>) {
  if (waiting !== undefined) return <span className="chip pending">{isKept(waiting) ? t('waits') : t('sending')}</span>;
  if (court.result === null) return isOpen ? <span className="chip">{t('playing')}</span> : null;
  const { match_status: status, outcome } = court.result;
  return (
    <>
      {outcome !== 'played' && <span className="chip">{t(outcome)}</span>}
      {status === 'pending' ? (
        <span className="chip pending">{t('pending')}</span>
      ) : (
        <span className="chip good">✓ {t('saved')}</span>
      )}
    </>
  );
}

interface SideProps extends Pick<CourtCardProps, 'court' | 'nameOf' | 'onTap'> {
  readonly team: Team;
  readonly shown: ResultEntry | null;
}

/** A pair with its numbers: a button where its score may be entered. */
function Side({ team, court, shown, nameOf, onTap }: SideProps) {
  const isWinner = shown !== null && winnerOf(shown) === team;
  const content = (
    <>
      <span className="names">
        {pairOf(court, team).map((number) => (
          <span key={number}>{nameOf(number)}</span>
        ))}
      </span>
      {isWinner && <span className="reader">{t('won')}</span>}
      <span className="numbers-of">
        {shown === null || shown.set_scores.length === 0 ? (
          <span className="none">–</span>
        ) : (
          shown.set_scores.map((set) => <span key={set.set_number}>{gamesOf(set, team)}</span>)
        )}
      </span>
    </>
  );
  const className = isWinner ? 'side winner' : 'side';
  if (onTap === undefined) return <div className={className}>{content}</div>;
  return (
    <button type="button" className={className} onClick={() => onTap(team)}>
      {content}
      <span className="reader">{t('enter')}</span>
    </button>
  );
}

interface LineupsProps {
  readonly title: string;
  readonly courts: readonly Court[];
  readonly resting: readonly number[];
  readonly nameOf: NameOf;
}

/** The lineups of a round in one line each, such as those of the next one. */
export function Lineups({ title, courts, resting, nameOf }: LineupsProps) {
  return (
    <section className="lineups">
      <h3>{title}</h3>
      <ul>
        {courts.map((court) => (
          <li key={court.court}>
            <span className="quiet">{courtName(court)}</span>
            <span>
              <span className="pair">{court.team_a.map(nameOf).join(' · ')}</span>{' '}
              <span className="pair">
                <span className="quiet">{t('versus')}</span> {court.team_b.map(nameOf).join(' · ')}
              </span>
            </span>
          </li>
        ))}
        {resting.length > 0 && (
          <li>
            <span className="quiet">{t('resting')}</span>
            <span>{resting.map(nameOf).join(', ')}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

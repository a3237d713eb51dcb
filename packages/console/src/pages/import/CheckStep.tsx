import type { Api } from '@bandeja/client';
import type { FoundPlayers, Import, KeptPlayers, Report, SendOptions } from '@bandeja/importer';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { Action } from '../../parts/Action.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Check } from '../../parts/Field.tsx';
import { Counts } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { OtherPlayers, RefusedPlayers } from './OtherPlayers.tsx';
import { LOCAL, NamesList, nextId, RowsProgress, rowsText } from './parts.tsx';
import { Assumptions, LeftOut, WarningGroups } from './ReportTiles.tsx';

const t = texts('console.import.check_step');

/** A file that was checked, and what is sent of it. */
export interface Checked {
  readonly found: FoundPlayers;
  /** The rows whose warnings were shown. */
  readonly seen: ReadonlySet<number>;
  /** With the rows that are not sent because of their warnings. */
  readonly options: Terms & Required<Pick<SendOptions, 'leftOut'>>;
}

type Terms = Pick<SendOptions, 'replaceVoided' | 'onWarning' | 'isPublic' | 'roster' | 'begun'>;

interface CheckStepProps {
  readonly importing: Import;
  readonly players: KeptPlayers;
  /** Those of the open import that goes on; null if they are chosen here. */
  readonly options: Api.ImportOptions | null;
  readonly onBack: () => void;
  readonly onSend: (checked: Checked) => void;
}

/** What a check of all rows found. */
interface Found {
  readonly found: FoundPlayers;
  readonly report: Report;
  readonly seen: ReadonlySet<number>;
  /** Rows that are stored at another time of their day. */
  readonly sameDay: ReadonlySet<number>;
}

async function checkAll(
  { importing, players }: Pick<CheckStepProps, 'importing' | 'players'>,
  terms: Terms,
  signal: AbortSignal,
  onDone: (done: number) => void,
): Promise<Found> {
  const found = await importing.players(bandeja(), players);
  const report = importing.report();
  const [seen, sameDay] = [new Set<number>(), new Set<number>()];
  const result = { found, report, seen, sameDay };
  if (found.players.others.clashes.length > 0) return result;
  const options = { ...terms, onWarning: 'store', signal } as const;
  for await (const event of importing.check(bandeja(), found, options)) {
    if (event.kind !== 'rows') continue;
    for (const { line, cautions } of report.add(event.rows, event.players)) {
      if (cautions.length > 0) seen.add(line);
      if (cautions.some(({ group }) => group === 'stored_that_day')) sameDay.add(line);
    }
    onDone(report.results.length);
  }
  return result;
}

export function CheckStep({ importing, players, options, onBack, onSend }: CheckStepProps) {
  const [id] = useState(nextId);
  const [isStrict, setStrict] = useState(false);
  const [replaceVoided, setReplaceVoided] = useState(options?.on_voided === 'replace');
  const [leavesSameDay, leaveSameDay] = useState(true);
  const [areMeant, setMeant] = useState(false);
  const [done, setDone] = useState(0);
  // An open import stores rows with warnings if it was begun so. Only rows that are left out are an exception.
  const storesWarned = options?.on_warning === 'store';
  const terms: Terms = {
    ...{ replaceVoided, isPublic: options?.profile_is_public ?? false, roster: options?.roster_slug ?? null },
    onWarning: storesWarned ? 'store' : isStrict ? 'reject' : 'ask',
    ...(options !== null && { begun: options }),
  };
  const check = useQuery({
    queryKey: ['import-check', id, replaceVoided],
    queryFn: ({ signal }) => checkAll({ importing, players }, terms, signal, setDone),
    ...LOCAL,
  });
  const forbidden = useForbidden(needs.writeMatches);
  const { rows, file } = importing;
  const { rowName } = file;
  const back = (
    <button type="button" onClick={onBack}>
      {t('back')}
    </button>
  );
  if (check.error !== null) {
    return (
      <>
        <Fault error={check.error} onRetry={() => void check.refetch()} />
        <div className="actions end">{back}</div>
      </>
    );
  }
  if (check.data === undefined) {
    return (
      <Tile title={t('checking')}>
        <RowsProgress label={t('checking')} done={done} total={rows.length} />
      </Tile>
    );
  }
  const { found, report, seen, sameDay } = check.data;
  const { counts, warned } = report;
  const { clashes, meant, unconfirmed } = found.players.others;
  if (clashes.length > 0) {
    return (
      <>
        <RefusedPlayers clashes={clashes} areNames={players.kind === 'names'} />
        <div className="actions end">{back}</div>
      </>
    );
  }
  // The players that would be registered: names and usernames.
  const fresh = [...report.players.values()].flatMap(({ state, key, username }) =>
    state === 'new' && username !== null ? [[found.players.nameOf(key) ?? username, username] as const] : [],
  );
  const left = isStrict ? warned.length : leavesSameDay ? sameDay.size : 0;
  const sent = Math.max(0, counts.created - left);
  return (
    <>
      <Tile title={t('result')}>
        <Counts
          counts={[
            [t('created'), sent],
            [t('registered'), fresh.length],
            [t('stored'), counts.duplicate],
            [t('rejected'), counts.rejected + left],
            ...(counts.conflict > 0 ? [[t('conflicts'), counts.conflict] as const] : []),
          ]}
        />
        <NamesList title={t('new_players', { n: fresh.length })} names={fresh} />
      </Tile>
      <OtherPlayers players={meant} unconfirmed={unconfirmed.size} areMeant={areMeant} onMeant={setMeant} />
      <LeftOut report={report} rowName={rowName} isBefore />
      {warned.length > 0 && (
        <Tile title={t('warnings')} note={rowsText(warned.length)}>
          <WarningGroups groups={report.cautions} rowName={rowName} />
          {sameDay.size > 0 && (
            <Check
              label={t('same_day', { n: sameDay.size })}
              checked={leavesSameDay || isStrict}
              disabled={isStrict}
              onChange={(event) => leaveSameDay(event.target.checked)}
            />
          )}
          {!storesWarned && (
            <Check label={t('strict')} checked={isStrict} onChange={(event) => setStrict(event.target.checked)} />
          )}
        </Tile>
      )}
      {(counts.voided > 0 || replaceVoided) && options === null && (
        <Tile title={t('voided')} {...(counts.voided > 0 ? { note: t('voided_note', { n: counts.voided }) } : {})}>
          <Check
            label={t('again')}
            checked={replaceVoided}
            onChange={(event) => {
              setDone(0);
              setReplaceVoided(event.target.checked);
            }}
          />
        </Tile>
      )}
      <Assumptions report={report} rowName={rowName} />
      <div className="actions end">
        {back}
        <Action
          className="main"
          forbidden={forbidden}
          disabled={sent + counts.duplicate === 0 || (unconfirmed.size > 0 && !areMeant)}
          onClick={() =>
            onSend({
              found,
              seen,
              options: { ...terms, leftOut: leavesSameDay && !isStrict ? sameDay : new Set() },
            })
          }
        >
          {sent > 0 ? t('send', { n: sent }) : counts.duplicate > 0 ? t('finish') : t('nothing')}
        </Action>
      </div>
    </>
  );
}

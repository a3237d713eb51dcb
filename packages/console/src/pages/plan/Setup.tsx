import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bandeja, queryClient } from '../../api.ts';
import { texts } from '../../language.ts';
import { nightTitle } from '../../night/words.ts';
import { Action, FormAction } from '../../parts/Action.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Page } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { stateName } from '../tonight/words.ts';
import { Certificate } from './Certificate.tsx';
import { PLAYERS_MIN } from './draft.ts';
import { Options } from './Options.tsx';
import { Overtaken } from './Overtaken.tsx';
import { Players } from './Players.tsx';
import { planKey } from './results.ts';
import { useDraft } from './useDraft.ts';

const t = texts('console.plan.setup');

/** How long someone stops changing the night before it is drawn again. */
const PAUSE_MS = 400;

function useSettled<T>(value: T): T {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settledValue;
}

interface SetupProps {
  readonly sessionRef: string;
  /** Null before it is saved. */
  readonly plan: Api.Plan | null;
}

/** A night before its first round. It is drawn again while one chooses players, courts and format. */
export function Setup({ sessionRef: ref, plan }: SetupProps) {
  const { draft, body, change, isKept, isChanged, isBusy, isOvertaken, ...saving } = useDraft(ref, plan);
  const missing = PLAYERS_MIN - draft.players.length;
  const isOdd = draft.format === 'teams' && draft.players.length % 2 === 1;
  const isReady = missing <= 0 && !isOdd;
  const forbidden = useForbidden(needs.writeMatches);

  const settledBody = useSettled(body);
  const drawn = useQuery({
    queryKey: ['drawn', ref, plan?.revision ?? null, settledBody],
    queryFn: ({ queryKey: [, , revision, sent], signal }) =>
      bandeja().plans.put(ref, { ...JSON.parse(String(sent)), revision }, { dryRun: true, signal }),
    enabled: isReady && isChanged && settledBody === body && forbidden === null,
    placeholderData: (previous) => previous,
    staleTime: 60_000,
  });
  const shown: (Api.Plan & Partial<Api.PutPlan>) | undefined = !isReady
    ? undefined
    : isChanged
      ? drawn.data
      : (plan ?? undefined);

  const fault = saving.error ?? (isReady && !isOvertaken ? drawn.error : null);

  return (
    <Page
      title={plan === null ? t('title') : nightTitle(plan.name, null)}
      {...(plan !== null && {
        subtitle: [plan.name && stateName(plan.state), plan.venue_label].filter(Boolean).join(' · '),
      })}
    >
      <KeptDraft isKept={isKept} players={draft.players.length} onDiscard={saving.discard} />
      <div className="columns setup">
        <Players draft={draft} onChange={change} />
        <div className="options-part">
          <Options draft={draft} fitting={shown?.rounds_that_fit ?? null} onChange={change} />
        </div>
        <div className="stack">
          {missing > 0 && <p className="state">{t('missing', { n: missing })}</p>}
          {missing <= 0 && isOdd && <p className="state">{t('odd')}</p>}
          {shown !== undefined && (
            <Certificate
              plan={shown}
              isDrawing={isChanged && drawn.isFetching}
              onDrawAgain={() => change({ seed: Math.floor(Math.random() * 2 ** 31) })}
            />
          )}
          {isOvertaken && plan !== null && (
            <Overtaken
              before={plan}
              now={plan}
              change={{ isBusy, dismiss: saving.discard, sendAgain: saving.saveOver }}
            />
          )}
          {fault !== null && <Fault error={fault} />}
          {plan !== null && <DeletePlan plan={plan} />}
        </div>
      </div>
      <div className="action-bar">
        <button
          type="button"
          disabled={forbidden !== null || !isReady || !isChanged || isOvertaken || isBusy}
          onClick={() => saving.save(false)}
        >
          {isChanged ? t('save') : t('saved')}
        </button>
        <Action
          className="main"
          forbidden={forbidden}
          disabled={!isReady || isOvertaken || isBusy}
          onClick={() => saving.save(true)}
        >
          {t('start')}
        </Action>
      </div>
    </Page>
  );
}

interface KeptDraftProps {
  readonly isKept: boolean;
  readonly players: number;
  readonly onDiscard: () => void;
}

function KeptDraft({ isKept, players, onDiscard }: KeptDraftProps) {
  if (!isKept) return null;
  return (
    <p className="warn" role="status">
      {t('kept', { n: players })}{' '}
      <button type="button" className="plain" onClick={onDiscard}>
        {t('empty')}
      </button>
    </p>
  );
}

function DeletePlan({ plan: { session_external_ref: ref } }: { readonly plan: Api.Plan }) {
  return (
    <FormAction
      title={t('delete')}
      className="plain bad"
      isDangerous
      changes={[]}
      forbidden={useForbidden(needs.writeMatches)}
      onSubmit={() => bandeja().plans.delete(ref)}
      onDone={() => queryClient.setQueryData(planKey(ref), null)}
    >
      <p>{t('delete_note')}</p>
    </FormAction>
  );
}

/** What this tab did last, with the button that takes back only that. */
import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { courtName, scoreText } from '../../results/court.ts';
import type { NightParts } from './shared.ts';
import { UndoChange } from './UndoChange.tsx';
import { undoChange } from './useChange.ts';

const t = texts('console.plan.last_step');

interface LastEntryProps extends Pick<NightParts, 'plan' | 'results' | 'nameOf'> {
  /** The open round, as phones see it. */
  readonly round?: Api.LiveRound | null;
}

/** An entry of this tab: “Saved” with Undo, “Removed” with Restore. Null once the court has another result. */
function lastEntry({ plan, results, nameOf, round: open }: LastEntryProps) {
  const { last } = results;
  if (last === null) return null;
  const { entry, before } = last;
  const round = open?.round === entry.round ? open : plan.rounds.find((one) => one.round === entry.round);
  const court = round?.courts.find((one) => one.court === entry.court.court);
  const score = entry.result ?? before;
  if (court === undefined || score === null || !results.isLast(last, court)) return null;
  const isRemoval = entry.result === null;
  const values = { court: courtName(court), n: entry.round, score: scoreText(score, court, nameOf) };
  return {
    round: entry.round,
    isRemoval,
    text: t(isRemoval ? 'removed' : 'saved', values),
    button: (
      <button type="button" onClick={() => results.undo(last, court)}>
        {isRemoval ? t('restore') : t('undo')}
      </button>
    ),
  };
}

const Status = ({ text }: { readonly text: string }) => (
  <span className="small quiet" role="status">
    {text}
  </span>
);

/** The last entry, in whichever round. */
export function LastEntry(props: LastEntryProps) {
  const entry = lastEntry(props);
  if (entry === null) return null;
  return (
    <div className="action-bar">
      <Status text={entry.text} />
      {entry.button}
    </div>
  );
}

/** Beside the open round: its last entry, else the last change of the plan. An entry of an earlier round is not taken back here. */
export function LastStep({ change, ...props }: LastEntryProps & Pick<NightParts, 'change'>) {
  const { opened, undone } = change;
  const last = lastEntry(props);
  const entry = last?.round === props.round?.round || (last?.isRemoval === true && opened === null) ? last : null;
  const undoneText = undone === null ? '' : t(undone.change, { n: undone.round ?? 0 });
  if (entry !== null) {
    return (
      <>
        <Status text={[undoneText, entry.text].filter(Boolean).join(' · ')} />
        {entry.button}
      </>
    );
  }
  if (opened !== null) {
    return (
      <>
        <Status text={t('opened_now', { n: opened })} />
        <button type="button" disabled={change.isBusy} onClick={() => change.press(undoChange)}>
          {t('undo')}
        </button>
      </>
    );
  }
  return (
    <>
      <Status text={undoneText} />
      <UndoChange change={change} isShort />
    </>
  );
}

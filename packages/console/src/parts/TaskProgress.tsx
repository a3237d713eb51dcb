import type { Api } from '@bandeja/client';
import { bandeja } from '../api.ts';
import { texts } from '../language.ts';
import { needs, useForbidden } from '../rights.ts';
import { Form } from './Action.tsx';
import { Progress } from './Figures.tsx';

const t = texts('console.parts.task_progress');

const POLL_MS = 1_000;

export const isUnfinished = (task: Api.Task | null | undefined): boolean => task != null && task.ended_at === null;

/** How often a page reads something whose tasks it shows; false once they have ended. */
export const pollWhile = (isRunning: boolean): number | false => isRunning && POLL_MS;

interface TaskProgressProps {
  readonly task: Api.Task;
  readonly title: string;
  /** The query that has the task. */
  readonly query: string;
}

/** The progress of a task, and how it ended if it is not done. The service does the work, so the page may be left. */
export function TaskProgress({ task, title, query }: TaskProgressProps) {
  const { id, state, progress, error } = task;
  const forbidden = useForbidden(needs.writeMatches);
  if (state === 'done') return null;
  if (state === 'cancelled') return <p className="warn">{t('cancelled')}</p>;
  if (error !== null) {
    return (
      <div className="state fault" role="alert">
        <p>{t('failed')}</p>
        <p>{error.code === 'player_not_found' ? t('player_gone') : t('fault', { code: error.code, task: id })}</p>
      </div>
    );
  }
  const { done = 0, total = null } = progress ?? {};
  const text = progress === null ? t('queued') : t('progress', { done, total: total ?? done });
  return (
    <>
      <Progress label={title} done={done} total={total ?? 1} text={text} />
      <p className="quiet">{t('note')}</p>
      <Form
        submit={t('cancel')}
        isQuiet
        forbidden={forbidden}
        changes={[query]}
        onSubmit={() => bandeja().tasks.cancel(id)}
      />
    </>
  );
}

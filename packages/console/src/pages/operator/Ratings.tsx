import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { service } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment, formatNumber } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Select, textOf } from '../../parts/Field.tsx';
import { Figures } from '../../parts/Figures.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Page, Tile } from '../../parts/Page.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts('console.operator.ratings');

type Kind = Api.NewTask['kind'];
const KINDS: readonly Kind[] = ['verify', 'replay', 'calibrate', 'audit'];
const POLL_MS = 3_000;

export function Ratings() {
  return (
    <Page
      title={t('title')}
      actions={
        <FormAction
          title={t('start')}
          className="main"
          changes={['tasks', 'settlement']}
          onSubmit={(values) => service().tasks.start(textOf(values, 'kind') as Kind)}
        >
          <p>{t('note')}</p>
          <Select label={t('kind')} name="kind">
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(kind)}
              </option>
            ))}
          </Select>
        </FormAction>
      }
    >
      <Settlement />
      <Tasks />
    </Page>
  );
}

function Settlement() {
  const settlement = useQuery({
    queryKey: ['settlement'],
    queryFn: ({ signal }) => service().ratings.settlement({ signal }),
    refetchInterval: POLL_MS,
  });
  const calibration = useQuery({
    queryKey: ['calibration'],
    queryFn: ({ signal }) => service().ratings.calibration({ signal }),
  });
  const calibratedAt = calibration.data?.calibrated_at ?? null;
  return (
    <Tile title={t('settlement')}>
      <Loaded query={settlement} rows={2}>
        {({ rating_status: status, players, is_rebuilding: isRebuilding, model_version: model }) => (
          <>
            <Figures
              figures={[
                [t('state'), t(status)],
                [t('model'), model],
                [t('calibrated'), calibratedAt === null ? t('never') : formatMoment(calibratedAt)],
              ]}
            />
            {players > 0 && <p>{t('to_settle', { players })}</p>}
            {isRebuilding && <p>{t('rebuilding')}</p>}
          </>
        )}
      </Loaded>
    </Tile>
  );
}

function Tasks() {
  const tasks = usePages<Api.Task>(['tasks'], (where) => service().tasks.list({ limit: 25, ...where }), {
    refetchInterval: POLL_MS,
  });
  return (
    <Tile title={t('tasks')}>
      <PagedList query={tasks} empty={<Empty title={t('empty')} />}>
        {(rows) => (
          <Table>
            {rows.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </Table>
        )}
      </PagedList>
    </Tile>
  );
}

function TaskRow({
  task: { id, kind, state, progress, result, error, created_at: created, ended_at: ended },
}: {
  readonly task: Api.Task;
}) {
  // The list has the tasks of operators only.
  const title = t(kind as Kind);
  return (
    <tr>
      <td>
        <strong>{title}</strong>{' '}
        <span className={`chip ${CHIPS[state]}`}>{state === 'running' ? t('running_state') : t(state)}</span>
        <br />
        <small className="quiet">{formatMoment(created)}</small>
        {ended === null && progress?.total != null && (
          <progress value={progress.done} max={progress.total} aria-label={title} />
        )}
        {error !== null && <p className="bad small">{error.detail}</p>}
        {result !== null && (
          <details>
            <summary>{figuresOf(result)}</summary>
            <code>{JSON.stringify(result, null, 1)}</code>
          </details>
        )}
      </td>
      <td className="end">
        {ended === null && (
          <FormAction
            title={t('cancel')}
            className="plain"
            changes={['tasks']}
            onSubmit={() => service().tasks.cancel(id)}
          >
            <p>{t('cancel_note')}</p>
          </FormAction>
        )}
      </td>
    </tr>
  );
}

const CHIPS = { queued: '', running: 'pending', done: 'good', failed: 'bad', cancelled: '' } as const;

/** The whole numbers of a result, with their names in the API. */
function figuresOf(result: object): string {
  return Object.entries(result)
    .filter(([, value]) => Number.isInteger(value))
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${formatNumber(value)}`)
    .join(' · ');
}

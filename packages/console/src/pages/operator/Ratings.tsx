import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { service } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatMoment, formatNumber } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Select, textOf } from '../../parts/Field.tsx';
import { Figures } from '../../parts/Figures.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Page, Tile } from '../../parts/Page.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts({
  title: ['Ratings', 'Niveles', 'Níveis'],
  start: ['Start a task', 'Iniciar una tarea', 'Iniciar uma tarefa'],
  kind: ['Task', 'Tarea', 'Tarefa'],
  verify: ['Verify all ratings', 'Verificar todos los niveles', 'Verificar todos os níveis'],
  replay: [
    'Rebuild all ratings, then calibrate',
    'Reconstruir todos los niveles y calibrar',
    'Reconstruir todos os níveis e calibrar',
  ],
  calibrate: ['Calibrate', 'Calibrar', 'Calibrar'],
  audit: [
    'Verify every audit trail',
    'Verificar todos los registros de cambios',
    'Verificar todos os registos de alterações',
  ],
  note: [
    'It runs in the background, one task at a time. Nothing else stops.',
    'Se ejecuta en segundo plano, una tarea cada vez. Nada más se detiene.',
    'Corre em segundo plano, uma tarefa de cada vez. Nada mais para.',
  ],
  settlement: ['Settlement', 'Cálculo de niveles', 'Cálculo dos níveis'],
  settled: ['All ratings are final', 'Todos los niveles son definitivos', 'Todos os níveis são definitivos'],
  settling: ['Ratings are being recomputed', 'Se están recalculando niveles', 'Há níveis a ser recalculados'],
  toSettle: [
    'Players to settle: {players}',
    'Jugadores por recalcular: {players}',
    'Jogadores por recalcular: {players}',
  ],
  rebuilding: [
    'All ratings are being rebuilt',
    'Se están reconstruyendo todos los niveles',
    'Todos os níveis estão a ser reconstruídos',
  ],
  state: ['State', 'Estado', 'Estado'],
  model: ['Model', 'Modelo', 'Modelo'],
  calibrated: ['Calibrated', 'Calibrado', 'Calibrado'],
  never: ['Never', 'Nunca', 'Nunca'],
  tasks: ['Tasks', 'Tareas', 'Tarefas'],
  empty: ['No tasks yet', 'Aún no hay tareas', 'Ainda não há tarefas'],
  queued: ['Queued', 'En cola', 'Em fila'],
  runningState: ['Running', 'En marcha', 'Em curso'],
  done: ['Done', 'Hecha', 'Concluída'],
  failed: ['Failed', 'Fallida', 'Falhou'],
  cancelled: ['Cancelled', 'Cancelada', 'Cancelada'],
  cancel: ['Cancel', 'Cancelar', 'Cancelar'],
  cancelNote: [
    'The task stops about a second later. What it changed stays valid.',
    'La tarea se detiene al cabo de un segundo. Lo que cambió sigue siendo válido.',
    'A tarefa para cerca de um segundo depois. O que alterou continua válido.',
  ],
});

const KINDS = ['verify', 'replay', 'calibrate', 'audit'] as const;
const POLL_MS = 3_000;

export function Ratings() {
  return (
    <Page
      title={t.title}
      actions={
        <FormAction
          title={t.start}
          className="main"
          changes={['tasks', 'settlement']}
          onSubmit={(values) => service().tasks.start(textOf(values, 'kind') as Api.Task['kind'])}
        >
          <p>{t.note}</p>
          <Select label={t.kind} name="kind">
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t[kind]}
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
    <Tile title={t.settlement}>
      <Loaded query={settlement} rows={2}>
        {({ rating_status: status, players, is_rebuilding: isRebuilding, model_version: model }) => (
          <>
            <Figures
              figures={[
                [t.state, t[status]],
                [t.model, model],
                [t.calibrated, calibratedAt === null ? t.never : formatMoment(calibratedAt)],
              ]}
            />
            {players > 0 && <p>{fill(t.toSettle, { players })}</p>}
            {isRebuilding && <p>{t.rebuilding}</p>}
          </>
        )}
      </Loaded>
    </Tile>
  );
}

const STATES = {
  queued: t.queued,
  running: t.runningState,
  done: t.done,
  failed: t.failed,
  cancelled: t.cancelled,
} as const satisfies Record<Api.Task['state'], string>;

function Tasks() {
  const tasks = usePages<Api.Task>(['tasks'], (where) => service().tasks.list({ limit: 25, ...where }), {
    refetchInterval: POLL_MS,
  });
  return (
    <Tile title={t.tasks}>
      <PagedList query={tasks} empty={<Empty title={t.empty} />}>
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
  return (
    <tr>
      <td>
        <strong>{t[kind]}</strong> <span className={`chip ${CHIPS[state]}`}>{STATES[state]}</span>
        <br />
        <small className="quiet">{formatMoment(created)}</small>
        {ended === null && progress?.total != null && (
          <progress value={progress.done} max={progress.total} aria-label={t[kind]} />
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
            title={t.cancel}
            className="plain"
            changes={['tasks']}
            onSubmit={() => service().tasks.cancel(id)}
          >
            <p>{t.cancelNote}</p>
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

export {
  type ClaimedTask,
  claimTask,
  completeTask,
  failTask,
  LEASE_MS,
  releaseTask,
  renewTask,
  runTask,
} from './run.ts';
export { NewTask, Task, type TaskKind, TaskPath, type TaskView, taskKinds, taskStates } from './shapes.ts';
export { cancelTask, createTask, getTask, listTasks } from './tasks.ts';

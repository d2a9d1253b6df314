// Public interface of tasks: its routes, and what other domains may ask.
export { applyChange } from './change.ts'
export { parseTask, printTask, priorityRank, refuseTooLarge } from './document.ts'
export {
  conditionsOf,
  exclusionsOf,
  findParent,
  isIndexed,
  matchOf,
  parseSearch,
  readIfChanged,
  readPage,
  sourceOf,
} from './list/index.ts'
export { createGroupCommits, routes } from './routes.ts'
export { type Change, changeLocked, changeTask, saveChanges } from './service/change-task.ts'
export {
  checkPossible,
  createPossible,
  createTask,
  createTasks,
  draftTask,
  type TaskDraft,
} from './service/create-tasks.ts'
export { getTaskUuid, lockTask, refuseOtherVersion, taskKey } from './service/get-task.ts'
export { lockInOrder, refuseOvertaken } from './service/lock-in-order.ts'
export { namesParentByNumber } from './service/resolve-parents.ts'
export { findTaskForChange, settleTask, taskUuid } from './service/settle-task.ts'
export { findTask, findTasks, type TaskSize } from './store.ts'

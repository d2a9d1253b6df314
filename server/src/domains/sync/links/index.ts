// Public interface of links: what people may ask about them and do to them, and the rows the engine works on.
export { planLink, removeLink, resumeLink } from './service/change-link.ts'
export { resolveConflict, retryWriteBack } from './service/decide.ts'
export { describeConflict, describeLink } from './service/describe-link.ts'
export { linkTask } from './service/link-task.ts'
export {
  explainLink,
  findLink,
  listConflicts,
  listLinks,
  listWriteBacks,
} from './service/list-records.ts'
export { endLink, unlinkItem, unlinkItems } from './service/unlink-item.ts'
export { SOURCE_ROW, sourceRow, takeDecision } from './source-row.ts'
export {
  type ConflictRow,
  insertConflict,
  listOpenConflicts,
  resolveConflicts,
} from './store/conflicts.ts'
export { insertSteps, listMovesSince } from './store/history.ts'
export { listLinkedComments, saveLinkedComment } from './store/linked-comments.ts'
export {
  findLink as findLinkRow,
  findLinkOfTask,
  insertLink,
  type LinkRow,
  listActiveBefore,
  listDueLinks,
  listLinksByExternal,
  listLinksOfTask,
  updateLink,
} from './store/links.ts'
export {
  type Amount,
  type CommentShare,
  countOpenComments,
  listUnsentAuthors,
  listUnsentComments,
  type UnsentComment,
} from './store/unsent-comments.ts'
export {
  findLastUpdate,
  hasOpenWriteBacks,
  insertWriteBack,
  listAwaiting,
  listOpenComments,
  listOpenWriteBacks,
  updateWriteBack,
  type WriteBackRow,
} from './store/write-backs.ts'

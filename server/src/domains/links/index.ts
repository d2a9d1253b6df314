// Public interface of links: what people may ask about them and do to them, and the rows the engine works on.
export { type FoundConflict, type Merged, merge } from './merge.ts'
export {
  createLink,
  planLink,
  RESUMED,
  removeLink,
  resumeLink,
  UNLINKED,
} from './service/change-link.ts'
export { resolveConflict, retryWriteBack } from './service/decide.ts'
export { describeConflict, describeLink } from './service/describe-link.ts'
export {
  explainLink,
  findConflictById,
  findLink,
  findWriteBack,
  listConflicts,
  listLinks,
  listWriteBacks,
  type RecordPage,
  type RecordQuery,
} from './service/list-records.ts'
export { type Agreed, isSame, type Shadow } from './shadow.ts'
export { sideBySide } from './side-by-side.ts'
export { SOURCE_ROW, type SourceRow, sourceRow, takeDecision } from './source-row.ts'
export {
  type ConflictRow,
  insertConflict,
  listOpenConflicts,
  resolveConflicts,
} from './store/conflicts.ts'
export { insertSteps, listMovesSince, type StepRow } from './store/history.ts'
export {
  type LinkedComment,
  listLinkedComments,
  listUnsentComments,
  saveLinkedComment,
} from './store/linked-comments.ts'
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
export { insertSignals, type NewSignal } from './store/signals.ts'
export {
  findLastUpdate,
  hasOpenWriteBacks,
  insertWriteBack,
  listOpenWriteBacks,
  updateWriteBack,
  type WriteBackRow,
} from './store/write-backs.ts'
export {
  type Dictionary,
  fieldsOf,
  localValues,
  remoteFields,
  remoteValues,
  ruleOf,
  taskChange,
  toLocal,
  toRemote,
  type Values,
} from './translation.ts'

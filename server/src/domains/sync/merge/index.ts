// Merging a task with an item of the external system: pure logic, no database and no vendor.
export { type Merged, merge } from './merge.ts'
export { type Agreed, isSame, type Shadow } from './shadow.ts'
export { statusSteps } from './status-steps.ts'
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
  wantedValues,
} from './translation.ts'

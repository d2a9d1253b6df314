// Merging a task with an item of the external system: pure logic, no database and no vendor.
export { type Merged, merge } from './merge.ts'
export { type Agreed, type Shadow, isSame } from './shadow.ts'
export { statusSteps } from './status-steps.ts'
export { type Dictionary, type Values, fieldsOf, localValues, remoteFields, remoteValues, ruleOf, taskChange, toLocal, toRemote } from './translation.ts'

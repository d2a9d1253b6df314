// Write-backs: changes planned, sent to the external system and confirmed by reading them back.
export { confirmUpdates } from './service/confirm.ts'
export { adoptItem, createRemote } from './service/create-remote.ts'
export { bodyOf, isSameChange, planChanges, planWriteBack } from './service/plan.ts'
export { pushChange } from './service/push.ts'

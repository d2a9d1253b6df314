// Public interface of approvals: its routes, the policy, and what claims, sync and work do with approvals.
export { toApproval } from './approval-document.ts'
export { contentOf, hashEffects, sortEffects } from './effects-hash.ts'
export { effectsChanged, effectsForbidden } from './errors.ts'
export { type AgentFlags, effectivePolicy } from './policy.ts'
export { routes } from './routes.ts'
export { changeEffects, closeStale } from './service/change-effects.ts'
export { confirmEffect } from './service/confirm-effect.ts'
export { getApprovalRow, listPage, refuseClosed } from './service/get-approval.ts'
export {
  acknowledgeRejections,
  listRejections,
  listRejectionsOf,
} from './service/hand-out-rejections.ts'
export { hashChange, recordApprovals } from './service/record-approvals.ts'
export { withdrawApprovals } from './service/withdraw-approvals.ts'
export {
  type ApprovalRow,
  closeApproval,
  deleteAwaiting,
  dismissAwaiting,
  findApproval,
  insertApproval,
  listOfLink,
  spendLink,
  updateDecided,
  updateResult,
} from './store.ts'

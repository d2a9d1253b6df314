// Public interface of approving: what people decide about effects of agents, and what agents can see of them.
export { approveEffects } from './service/approve.ts'
export { editEffects } from './service/edit.ts'
export { listApprovalPage } from './service/list-approvals.ts'
export { previewEffects } from './service/preview-effects.ts'
export { rejectEffects } from './service/reject.ts'

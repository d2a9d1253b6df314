// Effects of agents: what would be written, whether it may be, and what waits for an approval.
export { fieldsFromMerge } from './effect.ts'
export { decideEffects, type Verdict } from './service/decide-effects.ts'
export { findGate } from './service/find-gate.ts'
export { holdEffects } from './service/hold-effects.ts'
export { pickComments } from './service/pick-comments.ts'
export { type EffectParts, planEffects } from './service/plan-effects.ts'
export { recheckAgent, recheckHeld } from './service/recheck-held.ts'
export { verifyGrant } from './service/verify-grant.ts'

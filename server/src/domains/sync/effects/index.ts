// Effects of agents: what would be written, whether it may be, and what waits for an approval.
export { type Fields, fieldsFromMerge } from './effect.ts'
export { type Decision, decideEffects, type Verdict } from './service/decide-effects.ts'
export { findGate } from './service/find-gate.ts'
export { holdEffects } from './service/hold-effects.ts'
export { type EffectParts, type Plan, planEffects } from './service/plan-effects.ts'
export { recheckHeld } from './service/recheck-held.ts'
export { verifyGrant } from './service/verify-grant.ts'

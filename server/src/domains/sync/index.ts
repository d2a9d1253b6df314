// Public interface of sync: what people may ask about the work of an integration, what tells it to begin, and its turns.
export {
  type EffectParts,
  holdEffects,
  planEffects,
  recheckAgent,
  recheckHeld,
} from './effects/index.ts'
export { claimWork, type EngineParts, type Lease, runTick } from './engine/index.ts'
export { type LinkRow, listLinksByExternal } from './links/index.ts'
export { type Dictionary, isSame, remoteValues, ruleOf, toLocal } from './merge/index.ts'
export { createRoutes } from './routes.ts'
export { type InboundNote, readProgress, recordInbound } from './runs/index.ts'
export { notifyIntegrations } from './signals/index.ts'
export { endRest } from './state/index.ts'

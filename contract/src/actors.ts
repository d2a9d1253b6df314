// Who made a change: every change has an actor.
import { type Static, Type } from 'typebox'
import { Choice, Closed } from './schema.ts'

export const ACTOR_KINDS = ['key', 'user', 'agent', 'system'] as const

export const Actor = Closed({
  kind: Choice(ACTOR_KINDS, { description: 'API key, user, agent, or Task Service itself' }),
  id: Type.String({ description: 'ID of the key, user, agent or system component' }),
})
export type ActorKind = (typeof ACTOR_KINDS)[number]
export type Actor = Static<typeof Actor>

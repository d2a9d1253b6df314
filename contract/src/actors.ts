// Who did something: every change carries one.
import { type Static, Type } from 'typebox'
import { Choice, Closed } from './schema.ts'

export const ACTOR_KINDS = ['key', 'user', 'agent', 'system'] as const

export const Actor = Closed({
  kind: Choice(ACTOR_KINDS, { description: 'API key, person, agent, or the service itself' }),
  id: Type.String({ description: 'Which one' }),
})
export type ActorKind = (typeof ACTOR_KINDS)[number]
export type Actor = Static<typeof Actor>

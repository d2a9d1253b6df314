// An actor as one column of text: `key:key_…`, `user:usr_…`, `system:cli`.
import type { Actor } from '@task-service/contract'

export function actorText(actor: Actor): string {
  return `${actor.kind}:${actor.id}`
}

export function parseActor(text: string): Actor {
  const colon = text.indexOf(':')
  return { kind: text.slice(0, colon) as Actor['kind'], id: text.slice(colon + 1) } // written by actorText only
}

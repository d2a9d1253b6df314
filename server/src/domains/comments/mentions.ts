// Mentions in the text of a comment: Markdown links to a user or an agent by ID, so that a new name changes nothing.
import { type Actor, idPattern, MENTIONS_MAX } from '@task-service/contract'

/** As `@[Ada Lovelace](user:usr_…)` or `@[refund-agent](agent:refund-agent)`. */
const MENTION = new RegExp(
  String.raw`@\[[^[\]\n]{1,200}\]\((?:(user):(${idPattern('user')})|(agent):([a-z0-9][a-z0-9_-]{0,62}))\)`,
  'g',
)

/** Each once, in the order in which they first appear. */
export function parseMentions(body: string): Actor[] {
  const found = new Map<string, Actor>()
  for (const [, user, userId, agent, name] of body.matchAll(MENTION)) {
    if (found.size === MENTIONS_MAX) break
    const actor = user ? { kind: 'user', id: userId } : agent && { kind: 'agent', id: name }
    if (actor && actor.id !== undefined) found.set(`${actor.kind}:${actor.id}`, actor as Actor) // the groups of one branch
  }
  return [...found.values()]
}

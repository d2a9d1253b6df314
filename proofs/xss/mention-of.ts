// A mention that carries a payload: in turns of a user whose name is one, of an agent, of unknown ones, and with the payload as the
// target. The signed-in user is mentioned, too, so that the comment is in their inbox.

export type Mentioned = { me: string; users: readonly string[]; agents: readonly string[] }

export function mentionOf(
  payload: string,
  index: number,
  { me, users, agents }: Mentioned,
): string {
  const name = payload.replaceAll(/[[\]\n]/g, '').slice(0, 200) || 'x'
  const targets = [
    `user:${users[index % users.length]}`,
    `agent:${agents[index % agents.length]}`,
    `agent:a${index}`,
    `user:usr_${'0'.repeat(32)}`,
    payload.replaceAll(/\s/g, ''),
  ]
  return `@[${name}](user:${me}) @[${name}](${targets[index % targets.length]})`
}

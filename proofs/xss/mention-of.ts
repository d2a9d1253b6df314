// A mention that carries a payload: in turns as the name of an agent, of an unknown user, and as the target itself.

export function mentionOf(payload: string, index: number): string {
  const name = payload.replaceAll(/[[\]\n]/g, '').slice(0, 200) || 'x'
  const targets = [`agent:a${index}`, `user:usr_${'0'.repeat(32)}`, payload.replaceAll(/\s/g, '')]
  return `@[${name}](${targets[index % targets.length]})`
}

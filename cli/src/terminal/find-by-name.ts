// Objects by ID or by name, for commands that people type.
import type { List } from '@task-service/sdk'
import { CommandError } from '#cli/program/command-error.ts'

type Named = { id: string; name: string }

/** The name must be unique. `prefix` is that of the ID. */
export async function findByName<T extends Named>(
  text: string,
  {
    prefix,
    noun,
    list,
    get,
  }: { prefix: string; noun: string; list: () => List<T>; get: (id: string) => Promise<T> },
): Promise<T> {
  if (text.startsWith(prefix)) return get(text)
  const found: T[] = []
  const names: string[] = []
  for await (const one of list()) {
    names.push(one.name)
    if (one.name.toLowerCase() === text.toLowerCase()) found.push(one)
  }
  const [first, second] = found
  if (second !== undefined) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new CommandError(
      'usage',
      `Several ${noun}s have the name "${text}".`,
      `Use an ID: ${ids}`,
    )
  }
  if (first !== undefined) return first
  const known =
    names.length === 0 ? `There are no ${noun}s.` : `Names: ${names.slice(0, 20).join(', ')}`
  throw new CommandError('not_found', `There is no ${noun} "${text}".`, known)
}

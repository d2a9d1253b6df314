// Further people who may sign in, where a test needs more than one.
import type { Stage } from './stage.ts'

const password = 'copper lantern meadow 41'

/** Adds somebody as the first user would, and gives what they sign in with. */
export async function addPerson(
  { url, credentials }: Pick<Stage, 'url' | 'credentials'>,
  username: string,
): Promise<Stage['credentials']> {
  const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
  const answer = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${basic}`,
      'content-type': 'application/json',
      'x-ts-csrf': '1',
      origin: new URL(url).origin,
    },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`${username} was not added: ${await answer.text()}`)
  return { username, password }
}

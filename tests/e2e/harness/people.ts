// Further people who may sign in, where a test needs more than one.
import type { Me } from '@task-service/contract'
import type { Stage } from './stage.ts'

type Credentials = Stage['credentials']

/** Adds a user as the first user would; the new user has chosen a password, with which they sign in. */
export async function addPerson(
  { url, credentials }: Pick<Stage, 'url' | 'credentials'>,
  username: string,
): Promise<Credentials> {
  const given = { username, password: 'copper lantern meadow 41' }
  const own = { username, password: 'amber window thistle 8' }
  await send(`${url}/api/users`, credentials, given)
  const change = { current_password: given.password, new_password: own.password }
  await send(`${url}/api/me/change-password`, given, change)
  return own
}

/** The ID of the signed-in user, for a mention. */
export async function meOf({
  url,
  credentials,
}: Pick<Stage, 'url' | 'credentials'>): Promise<string> {
  const { username, password } = credentials
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const answer = await fetch(`${url}/api/me`, { headers: { authorization, 'x-ts-csrf': '1' } })
  return ((await answer.json()) as Me).user.id // as the contract says
}

async function send(url: string, { username, password }: Credentials, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
      'x-ts-csrf': '1',
      origin: new URL(url).origin,
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
}

// Continues without the master key: the service is up, every secret is reported as to be entered again, nothing else is
// lost; and when the key is found, everything is back.

import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { startService } from '../../tests/harness/service.ts'
import { keepSecret, readSecret } from '../../tests/harness/vault/secret-drawer.ts'
import { type Arena, environmentOf, SECRET_ID } from './arena.ts'

export type LostKeyTally = {
  secrets: number
  flagged: number
  /** By `keys status`. */
  reported: number
  reentered: number
  recovered: number
  faults: string[]
}

export async function loseKey(arena: Arena, lost: Buffer, master: Buffer): Promise<LostKeyTally> {
  const { command, idOf, secrets } = arena
  const faults: string[] = []
  const refused = await command('serve', { master })
  if (refused.code === 0) faults.push('served without the key and without the option for it')
  const given = await command(`keys abandon --confirm ${idOf(lost)}`, { master })
  if (given.code !== 0) faults.push(given.stderr)
  faults.push(...(await useService(arena, master)))
  const tally: LostKeyTally = {
    secrets: secrets.size,
    flagged:
      secrets.size - (await arena.countWrong(arena.keyring({ master }), () => 'needs_reentry')),
    reported: await readReported(arena, master),
    reentered: await enterAgain(arena, master),
    recovered: 0,
    faults,
  }
  const found = await command('keys rotate', { master, previous: lost })
  if (found.code !== 0) faults.push(found.stderr)
  tally.recovered = secrets.size - (await arena.countWrong(arena.keyring({ master })))
  return tally
}

/** Everything but secrets works as ever. */
async function useService({ database }: Arena, master: Buffer): Promise<string[]> {
  const env = environmentOf({ master })
  const service = await startService({ databaseUrl: database.url, env })
  const { call, close } = createApiCaller()
  try {
    const ready = await call(`${service.url}/readyz`)
    const headers = { 'x-api-key': service.apiKey }
    const body = { title: 'the key is gone, the work is not' }
    const created = await call(`${service.url}/api/tasks`, { method: 'POST', headers, body })
    return [
      ...(ready.status === 200 ? [] : [`readyz ${ready.status}`]),
      ...(created.status === 201 ? [] : [`create ${created.status} ${created.body}`]),
      ...(service.process.exitCode === null ? [] : [`ended: ${service.errors()}`]),
    ]
  } finally {
    close()
    await service.kill()
  }
}

async function readReported({ command }: Arena, master: Buffer): Promise<number> {
  const status = (await command('keys status --json', { master })).json()
  const places = status['needs_reentry'] as { secrets: number }[]
  return places.reduce((sum, { secrets }) => sum + secrets, 0)
}

/** A few tenants do what they are asked to. */
async function enterAgain(arena: Arena, master: Buffer): Promise<number> {
  let done = 0
  for (const id of [...arena.secrets.keys()].slice(0, 20)) {
    const keyring = arena.keyring({ master })
    const text = `${id} entered again`
    await arena.db.tenantTx(id, (tx) => keepSecret({ tx, keyring }, SECRET_ID, text))
    const back = await arena.db.tenantRead(id, (tx) =>
      readSecret({ tx, keyring: arena.keyring({ master }) }, SECRET_ID),
    )
    arena.secrets.set(id, text)
    if (back === text) done++
  }
  return done
}

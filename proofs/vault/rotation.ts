// `task-service keys rotate` again and again, killed in the middle of its work each time but the last.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv } from '../../tests/harness/child-env.ts'
import { MAIN } from '../../tests/harness/service.ts'
import { until } from '../../tests/operate/until.ts'
import type { Arena, MasterKeys } from './arena.ts'

export type RotationTally = { kills: number; rewrappedByKilled: number; seconds: number }

const POLL_MS = 2

/** Each kill when another share of the work is done; then two at once finish what is left. */
export async function rotateWithKills(
  arena: Arena,
  keys: MasterKeys,
  kills: number,
  log: (line: string) => void,
): Promise<RotationTally> {
  const started = performance.now()
  const tally: RotationTally = { kills: 0, rewrappedByKilled: 0, seconds: 0 }
  while (tally.kills < kills) {
    const before = await countLeft(arena, keys.master)
    const goal = before - Math.max(1, Math.floor(before / (kills - tally.kills + 1)))
    const rotator = startRotator(arena, keys)
    while (!rotator.hasEnded() && (await countLeft(arena, keys.master)) > goal) await sleep(POLL_MS)
    if (rotator.hasEnded()) throw new Error(`it ended before its kill: ${rotator.output()}`)
    await rotator.kill()
    await untilQuiet(arena)
    const left = await countLeft(arena, keys.master)
    tally.kills++
    tally.rewrappedByKilled += before - left
    log(`kill ${tally.kills}: ${before - left} data keys re-encrypted, ${left} left`)
  }
  const last = [startRotator(arena, keys), startRotator(arena, keys)]
  for (const code of await Promise.all(last.map(({ ended }) => ended))) {
    if (code !== 0) throw new Error(`the rotation ended with ${code}: ${last[0]?.output()}`)
  }
  tally.seconds = (performance.now() - started) / 1_000
  return tally
}

function startRotator(arena: Arena, keys: MasterKeys) {
  const child = spawn(process.execPath, [MAIN, 'keys', 'rotate'], {
    env: childEnv(arena.env(keys)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    ended,
    output: () => output,
    hasEnded: () => child.exitCode !== null,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function countLeft({ admin, idOf }: Arena, master: Buffer): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    'select count(*)::int as count from data_keys where master_key_id <> $1',
    [idOf(master)],
  )
  return rows[0]?.count ?? 0
}

/** What the killed one had sent may still be committed. */
async function untilQuiet({ admin }: Arena): Promise<void> {
  await until('the killed rotator is gone', async () => {
    const { rowCount } = await admin.query(
      `select from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
         and query like '%update data_keys set wrapped%'`,
    )
    return rowCount === 0
  })
}

// A streaming standby of a test cluster, which can be held back: the packaged PostgreSQL has no pg_basebackup, so the files are
// copied by the backup functions of the server.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { until } from '../../operate/until.ts'
import { type Cluster, type ClusterOptions, startCluster } from '../cluster.ts'

export type Standby = Cluster & {
  /** From now on it serves what it has and replays nothing. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Waits until it has what the primary has now. */
  catchUp(): Promise<void>
}

export type StandbyOptions = Pick<ClusterOptions, 'fsync' | 'inMemory' | 'settings'>

export async function startStandby(
  primary: Cluster,
  options: StandbyOptions = {},
): Promise<Standby> {
  const standby = await startCluster({
    ...options,
    fill: (dataDir) => copyFiles(primary, dataDir),
  })
  return {
    ...standby,
    pause: async () => {
      await ask(standby.superuserUrl, 'select pg_wal_replay_pause()')
      await until('the replay is paused', async () => {
        const { rows } = await ask(
          standby.superuserUrl,
          'select pg_get_wal_replay_pause_state() as state',
        )
        return rows[0]?.state === 'paused'
      })
    },
    resume: async () => void (await ask(standby.superuserUrl, 'select pg_wal_replay_resume()')),
    catchUp: async () => {
      const { rows } = await ask(primary.superuserUrl, 'select pg_current_wal_flush_lsn() as lsn')
      await until('the standby has caught up', async () => {
        const state = `select pg_last_wal_replay_lsn() >= '${rows[0]?.lsn}' as there`
        return (await ask(standby.superuserUrl, state)).rows[0]?.there === true
      })
    },
  }
}

const ask = (url: string, text: string) => withClient(url, (client) => client.query(text))

async function copyFiles(primary: Cluster, dataDir: string): Promise<void> {
  await withClient(primary.superuserUrl, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`)
    execFileSync('cp', ['-a', primary.dataDir, dataDir])
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    rmSync(join(dataDir, 'postmaster.pid'))
    const { uid, gid } = statSync(dataDir)
    for (const [name, content] of [
      ['backup_label', rows[0]?.label ?? ''],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(dataDir, name), content)
      chownSync(join(dataDir, name), uid, gid)
    }
    appendFileSync(
      join(dataDir, 'postgresql.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\n`,
    )
  })
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

// The cause of each alert, on the running installation, and its removal.
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import type { Installation } from './installation.ts'
import type { Kind } from './traffic.ts'

export type Fault = {
  alert: string
  what: string
  /** Requests in the meantime. */
  traffic: readonly Kind[]
  /** Returns what removes it again. */
  cause: (installation: Installation) => Promise<() => Promise<void>>
}

export const faults: readonly Fault[] = [
  {
    alert: 'TaskServiceCreateErrors',
    what: 'a lock on `tasks` that creates wait for',
    traffic: ['create', 'list'],
    cause: (installation) => lockTable(installation, 'tasks', 'share'),
  },
  {
    alert: 'TaskServiceCreateLatency',
    what: 'the same lock, again and again, for 4 s',
    traffic: ['create', 'list'],
    cause: (installation) => lockAgain(installation, 'tasks', 'share', 4_000),
  },
  {
    alert: 'TaskServiceListErrors',
    what: 'the permission to read a table that only lists read is revoked',
    traffic: ['create', 'list'],
    cause: ({ connect }) => revoke(connect, 'SELECT', 'public', ['task_field_values']),
  },
  {
    alert: 'TaskServiceListLatency',
    what: 'a lock on the same table, again and again, for 4 s',
    traffic: ['create', 'list'],
    cause: (installation) =>
      lockAgain(installation, 'task_field_values', 'access exclusive', 4_000),
  },
  {
    alert: 'TaskServiceDeliveryDelay',
    what: 'a dispatcher that is stopped for 4 s again and again',
    traffic: ['create', 'list'],
    async cause(installation) {
      const webhook = await installation.addWebhook()
      const unlock = await lockAgain(installation, 'dispatch_progress', 'share', 4_000)
      return async () => {
        await unlock()
        await installation.removeWebhook(webhook)
      }
    },
  },
  {
    alert: 'TaskServiceDispatchLag',
    what: 'a lock on the progress of the dispatcher',
    traffic: ['create', 'list'],
    cause: (installation) => lockTable(installation, 'dispatch_progress', 'share'),
  },
  {
    alert: 'TaskServiceDeliveryQueueAge',
    what: 'the permission to take jobs is revoked',
    traffic: ['create', 'list'],
    cause: forbidTakingJobs,
  },
  {
    alert: 'TaskServiceFeedLag',
    what: 'a writing transaction in another database stays open',
    traffic: ['create', 'list'],
    async cause(installation) {
      const client = await installation.connect('postgres')
      await client.query('begin')
      await client.query('select pg_current_xact_id()')
      return async () => void (await client.query('rollback'))
    },
  },
  {
    alert: 'TaskServiceReplicationSlotRetainsWal',
    what: 'a replication slot without a consumer',
    traffic: ['create', 'list'],
    async cause(installation) {
      const client = await installation.connect()
      await client.query(`select pg_create_physical_replication_slot('forgotten', true)`)
      for (let segment = 0; segment < 4; segment++) {
        await client.query(`select pg_logical_emit_message(false, 'filler', 'x')`)
        await client.query('select pg_switch_wal()')
      }
      return async () => void (await client.query(`select pg_drop_replication_slot('forgotten')`))
    },
  },
  {
    alert: 'TaskServiceOverload',
    what: 'bursts of 60 requests where 24 are accepted',
    traffic: [],
    cause: floodWithRequests,
  },
  {
    alert: 'TaskServiceWritesUnconfirmed',
    what: 'the synchronous standby is missing',
    traffic: [],
    cause: loseStandby,
  },
  {
    alert: 'TaskServiceMaintenanceStalled',
    what: 'a lock on the lease of maintenance',
    traffic: ['create', 'list'],
    cause: (installation) => lockTable(installation, 'maintenance_lease', 'share'),
  },
  {
    alert: 'TaskServiceDown',
    what: 'the API process is killed',
    traffic: [],
    async cause(installation) {
      await installation.kill('api')
      return () => installation.start('api')
    },
  },
  {
    alert: 'TaskServiceNoWorker',
    what: 'the worker is killed',
    traffic: ['create', 'list'],
    async cause(installation) {
      await installation.kill('worker')
      return () => installation.start('worker')
    },
  },
]

/** Not `access exclusive`: that has a transaction ID, which delays the event feed. */
async function lockTable({ connect }: Installation, table: string, mode: 'share') {
  const client = await connect()
  await client.query('begin')
  await client.query(`lock table ${table} in ${mode} mode`)
  return async () => void (await client.query('rollback'))
}

async function lockAgain({ connect }: Installation, table: string, mode: string, heldMs: number) {
  const client = await connect()
  const stopping = new AbortController()
  const locking = (async () => {
    while (!stopping.signal.aborted) {
      await client.query('begin')
      await client.query(`lock table ${table} in ${mode} mode`)
      await sleep(heldMs)
      await client.query('rollback')
      await sleep(100)
    }
  })()
  return async () => {
    stopping.abort()
    await locking
  }
}

/** Jobs are added, but not taken. The webhook is deleted first: its jobs would be sent late otherwise. */
async function forbidTakingJobs({ connect, addWebhook, removeWebhook }: Installation) {
  const client = await connect()
  const { rows } = await client.query<{ name: string }>(
    `select relid::regclass::text as name from pg_partition_tree('jobs.job')`,
  )
  const tables = rows.map(({ name }) => name.replace(/^jobs\./, ''))
  const grant = await revoke(connect, 'UPDATE', 'jobs', tables)
  const webhook = await addWebhook()
  return async () => {
    await removeWebhook(webhook)
    await grant()
  }
}

/** Takes a privilege from everyone but the owner; returns what grants it again. */
async function revoke(
  connect: Installation['connect'],
  privilege: 'SELECT' | 'UPDATE',
  schema: string,
  tables: readonly string[],
) {
  const client = await connect()
  const { rows } = await client.query<{ name: string; role: string }>(
    `select distinct table_name as name, quote_ident(grantee) as role
     from information_schema.role_table_grants
     where table_schema = $1 and table_name = any($2) and privilege_type = $3 and grantee <> grantor`,
    [schema, tables, privilege],
  )
  if (rows.length === 0) throw new Error(`no role has ${privilege} on ${tables.join(', ')}`)
  const all = async (verb: string, word: string) => {
    for (const { name, role } of rows)
      await client.query(`${verb} ${privilege} on ${schema}.${name} ${word} ${role}`)
  }
  await all('revoke', 'from')
  return () => all('grant', 'to')
}

async function floodWithRequests({ url, apiKey }: Installation) {
  const caller = createApiCaller()
  const stopping = new AbortController()
  const flooding = (async () => {
    while (!stopping.signal.aborted) {
      const burst = Array.from({ length: 60 }, () =>
        caller
          .call(`${url()}/api/tasks?limit=5`, {
            headers: { 'x-api-key': apiKey, connection: 'close' },
          })
          .catch(() => undefined),
      )
      await Promise.all(burst)
      await sleep(200)
    }
  })()
  return async () => {
    stopping.abort()
    await flooding
    caller.close()
  }
}

async function loseStandby({ connect, url, apiKey }: Installation) {
  const client = await connect('postgres')
  const caller = createApiCaller()
  const waitFor = async (standby: string) => {
    await client.query(`alter system set synchronous_standby_names = '${standby}'`)
    await client.query('select pg_reload_conf()')
  }
  await waitFor('missing')
  await sleep(500)
  for (let count = 0; count < 3; count++) {
    await caller.call(`${url()}/api/tasks`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: { title: 'not confirmed' },
    })
  }
  return async () => {
    await waitFor('')
    caller.close()
  }
}

// Uploads and deletions by clients that retry, while the service is killed again and again; then what is stored is compared with
// what was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import { sweepFiles } from '../../server/src/domains/attachments/index.ts'
import type { Bucket } from '../../server/src/egress/bucket/bucket.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import type { MinIO } from '../../tests/harness/bucket/minio.ts'
import { createDatabase, openTestDatabase } from '../../tests/harness/database.ts'
import { findLastingPort } from '../../tests/harness/free-port.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import type { ProofOptions } from '../../tools/programs/proof.ts'
import { type Judgement, judgeFiles } from './judge-files.ts'
import { createTransfers } from './transfers.ts'

const CLIENTS = 8
const TASKS_PER_UPLOADS = 40
/** Every so often it is the bucket that is killed. */
const MINIO_TURN = 3

export type Outcome = Judgement & {
  acknowledged: number
  deleted: number
  kills: number
  swept: number
}

export async function killDuringTransfers(
  { seed, control, log }: ProofOptions,
  { uploads, kills }: { uploads: number; kills: number },
  /** Where the files are stored; in the database without it. */
  minio?: MinIO,
): Promise<Outcome> {
  const database = await createDatabase()
  const env = { SERVICE_ACP_PORT: String(await findLastingPort()), ...minio?.env }
  let service = await startService({ databaseUrl: database.url, env })
  const { apiKey, url } = service
  // The worker would sweep what was uploaded more than ten minutes ago; the control must find it.
  const restart = () =>
    startService({ databaseUrl: database.url, apiKey, env, args: ['--role', 'api'] })
  try {
    await service.stop()
    service = await restart()
    const random = seededRandom(seed, 'attachments')
    const transfers = await createTransfers({
      url,
      apiKey,
      uploads,
      random,
      tasks: Math.ceil(uploads / TASKS_PER_UPLOADS),
    })
    const work = transfers.run(CLIENTS)
    let killed = 0
    for (let next = 1; next <= kills; next++) {
      await transfers.until(Math.floor((next * uploads) / (kills + 1)))
      await sleep(random.between(0, 150))
      killed++
      if (minio && next % MINIO_TURN === 0) await minio.restart()
      else {
        await service.kill()
        service = await revive(restart)
      }
    }
    await work
    await service.stop()
    const { journal } = transfers
    log(
      `${journal.acknowledged.size} uploads acknowledged, ${journal.deleted.size} deletions, ${killed} kills`,
    )
    const swept = control ? 0 : await sweep(database.url, minio?.bucket ?? null)
    const judgement = await withAdmin(database.superuserUrl, (admin) =>
      judgeFiles(admin, journal, minio),
    )
    for (const line of judgement.lines.slice(0, 10)) log(line)
    return {
      ...judgement,
      acknowledged: journal.acknowledged.size,
      deleted: journal.deleted.size,
      kills: killed,
      swept,
    }
  } finally {
    await service.kill().catch(() => undefined)
    await database.drop()
  }
}

/** The port of a killed process may be taken for a moment. */
async function revive(start: () => Promise<Service>): Promise<Service> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (attempt === 5) throw error
      await sleep(200)
    }
  }
}

/** What the worker does, as if ten minutes had passed. */
async function sweep(url: string, bucket: Bucket | null): Promise<number> {
  const db = openTestDatabase(url)
  try {
    return await sweepFiles({
      retention: db.retention,
      bucket,
      inTenant: (tenantId) => (work) => db.tenantTx(tenantId, (tx) => work({ tx })),
      abandonedMs: 0,
      onError: (error) => {
        throw error
      },
    })
  } finally {
    await db.close()
  }
}

// Verifies that a database can be restored to any second from an encrypted pgBackRest repository, and that damage is found.
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import {
  type BackupSite,
  type Drill,
  startBackupSite,
} from '../../tests/harness/backups/backup-site.ts'
import { ensurePgbackrest } from '../../tests/harness/backups/ensure-pgbackrest.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createWebhook } from '../../tests/harness/clients/webhook.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type Service, serviceEnv, startService } from '../../tests/harness/service.ts'
import { runCommand } from '../../tests/operate/run-command.ts'
import { loadDataset } from '../../tools/load.ts'
import { atMost, equals, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import type { Restored } from './print-restored.ts'

const SIZE = { ci: { tasks: 500, seconds: 4 }, full: { tasks: 1_000_000, seconds: 60 } }
const MOST_SECONDS = 300
const WEBHOOKS = 5
const EVERY_MS = 20

export const proof: Proof = {
  tier: 'release',
  tierReason: 'needs pgBackRest; run it when restores, the vault or the recipe change',
  budgetSeconds: 180,
  fullSizeForRelease: true,
  covers: [
    'deploy/pgbackrest',
    'server/src/app/drill',
    'server/src/commands/restore/restore.ts',
    'docs/guide/point-in-time-recovery.md',
  ],
  claim:
    '1,000,000 tasks in an encrypted pgBackRest repository, restored to a moment chosen at random while clients write: every task acknowledged before it is there, none that was sent after it, within 5 minutes; the drill opens every stored secret and finds the fingerprint of the original; a byte changed in the backup or in the archive is found, and nothing is restored',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    ensurePgbackrest()
    const site = await startBackupSite({ fsync: options.full })
    try {
      const database = await createDatabase({ cluster: site.cluster })
      const service = await startService({
        databaseUrl: database.url,
        // No worker: nothing is sent, and nothing changes beside the requests.
        args: ['--role', 'api'],
        env: { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' },
      })
      try {
        return await prove({ site, database, service, options })
      } finally {
        await service.kill()
      }
    } finally {
      await site.stop()
    }
  },
}

type World = {
  site: BackupSite
  database: TestDatabase
  service: Service
  options: ProofOptions
}

type Entry = { title: string; sentAt: number; acknowledgedAt: number }

async function prove(world: World): Promise<Verdict> {
  const { site, database, service, options } = world
  const { tasks, seconds } = options.full ? SIZE.full : SIZE.ci
  await loadDataset(database.url, { tenants: 1, tasks, log: options.log })
  for (let number = 0; number < WEBHOOKS; number++) {
    const headers = { authorization: `Bearer secret-${number}` }
    await createWebhook(service, { url: `http://127.0.0.1:18080/${number}`, headers })
  }
  await site.run('stanza-create')
  await site.run('--type=full', 'backup')
  options.log(`backed up ${tasks} tasks`)
  const journal = await writeJournal(service, seconds)
  await service.stop()
  await site.archiveAll()
  const expected = await takeFingerprint(world)
  const moment = pickMoment(journal, options)
  const restored = await restoreTo(world, options.control ? undefined : moment)
  options.log(`restored to ${moment.toISOString()} in ${restored.seconds.toFixed(1)} s`)
  const drill = await runDrill(world, expected)
  const missed = await findMissedDamage(world)
  return judge({ journal, moment, restored, drill, missed, tasks })
}

/** One create after the other: what was acknowledged, and when. */
async function writeJournal({ url, apiKey }: Service, seconds: number): Promise<Entry[]> {
  const { call, close } = createApiCaller()
  const journal: Entry[] = []
  for (const until = Date.now() + seconds * 1_000; Date.now() < until; await sleep(EVERY_MS)) {
    const title = `journal ${journal.length}`
    const sentAt = Date.now()
    const headers = { 'x-api-key': apiKey }
    const answer = await call(`${url}/api/tasks`, { method: 'POST', headers, body: { title } })
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body}`)
    journal.push({ title, sentAt, acknowledgedAt: Date.now() })
  }
  close()
  return journal
}

/** In the middle, so that there are tasks before and after. */
function pickMoment(journal: readonly Entry[], { seed }: ProofOptions): Date {
  const from = journal[0]?.sentAt ?? 0
  const length = (journal.at(-1)?.sentAt ?? 0) - from
  return new Date(Math.round(from + length * (0.2 + 0.6 * seededRandom(seed, 'moment').next())))
}

async function restoreTo(world: World, moment: Date | undefined): Promise<Restored> {
  const { site, database } = world
  const folder = join(site.folder, 'restored')
  mkdirSync(folder, { mode: 0o700 })
  if (site.owner) chownSync(folder, site.owner.uid, site.owner.gid)
  const program = join(import.meta.dirname, 'print-restored.ts')
  const args = [program, folder, site.configFile, database.name, moment?.toISOString() ?? '']
  const { stdout } = await site.runNode(args, { DRILL_BIN_DIR: site.cluster.binDir })
  return JSON.parse(stdout) as Restored // printed by print-restored.ts
}

/** Of the stopped service, as a file for the drill. */
async function takeFingerprint({ site, database }: World): Promise<string> {
  const { stdout } = await runCommand(
    ['fingerprint', '--json'],
    serviceEnv({ databaseUrl: database.url }),
  )
  const file = join(site.folder, 'fingerprint.json')
  writeFileSync(file, stdout, { mode: 0o644 })
  return file
}

function runDrill({ site, database }: World, fingerprint?: string): Promise<Drill> {
  const args = fingerprint === undefined ? [] : ['--fingerprint', fingerprint]
  return site.drill(args, serviceEnv({ databaseUrl: database.url }))
}

/** One byte each time, in the middle of a file that the restore needs. Which of them the drill did not find. */
async function findMissedDamage(world: World): Promise<string[]> {
  const missed: string[] = []
  for (const kind of ['backup', 'archive'] as const) {
    const file = world.site.neededFile(kind)
    const original = readFileSync(file)
    const damaged = Buffer.from(original)
    const place = Math.floor(damaged.length / 2)
    damaged[place] = (damaged[place] ?? 0) ^ 1
    writeFileSync(file, damaged)
    const { code, stderr } = await runDrill(world)
    world.options.log(`damaged ${kind}: exit ${code}, ${stderr.trim().slice(-300)}`)
    if (code !== exitCodes.unhealthy.code) missed.push(kind)
    writeFileSync(file, original)
  }
  return missed
}

type Facts = {
  journal: Entry[]
  moment: Date
  restored: Restored
  drill: Drill
  missed: string[]
  tasks: number
}

type DrillResult = {
  rto_seconds: number
  rpo_seconds: number
  secrets: { stored: number; opened: number }
  fingerprint_is_equal: boolean
}

function judge({ journal, moment, restored, drill, missed, tasks }: Facts): Verdict {
  const there = new Set(restored.titles)
  const at = moment.getTime()
  const before = journal.filter(({ acknowledgedAt }) => acknowledgedAt < at)
  const after = journal.filter(({ sentAt }) => sentAt > at)
  const lost = before.filter(({ title }) => !there.has(title)).length
  const tooNew = after.filter(({ title }) => there.has(title)).length
  const result = drill.code === 0 ? (JSON.parse(drill.stdout) as DrillResult) : undefined // of restore.ts
  const figures = [
    `${restored.tasks} tasks restored to the moment in ${restored.seconds.toFixed(1)} s`,
    `${before.length} tasks acknowledged before it, ${lost} missing`,
    `${after.length} sent after it, ${tooNew} there`,
    result
      ? `drill: RTO ${result.rto_seconds} s, RPO ${result.rpo_seconds} s, ${result.secrets.opened} of ${result.secrets.stored} secrets decrypted`
      : `drill failed with ${drill.code}: ${drill.stderr.slice(-500)}`,
    missed.length === 0 ? 'damage found in backup and archive' : `not found: ${missed.join(', ')}`,
  ]
  return {
    figures: figures.join(', '),
    criteria: [
      none('tasks missing that were acknowledged before the moment', lost),
      none('tasks that were sent after the moment', tooNew),
      isTrue('tasks on both sides of the moment', before.length > 0 && after.length > 0),
      isTrue('all loaded tasks restored', restored.tasks >= tasks),
      atMost('restore', restored.seconds, MOST_SECONDS, 's'),
      equals('exit code of the drill', drill.code, exitCodes.ok.code),
      equals('decrypted secrets', result?.secrets.opened ?? 0, WEBHOOKS * 2),
      equals('stored secrets', result?.secrets.stored ?? 0, WEBHOOKS * 2),
      isTrue('fingerprint of the original', result?.fingerprint_is_equal ?? false),
      none('damages not found', missed.length),
    ],
  }
}

// Verifies the examples that need another system: the sync of a real Redmine.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  keys,
  project,
  type RedmineServer,
  startRedmine,
} from '../../integrations/redmine/testing/redmine-server.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import { isTrue } from '../../tools/programs/criteria.ts'
import type { Proof } from '../../tools/programs/proof.ts'

const root = join(import.meta.dirname, '../..')
const SUBJECT = 'The printer is on fire'

async function createIssue({ url }: RedmineServer): Promise<void> {
  const { status } = await fetch(`${url}/issues.json`, {
    method: 'POST',
    headers: { 'X-Redmine-API-Key': keys.syncbot, 'Content-Type': 'application/json' },
    body: JSON.stringify({ issue: { project_id: project, subject: SUBJECT } }),
  })
  if (status !== 201) throw new Error(`Redmine created no issue: ${status}`)
}

/** What the example prints, or its error. */
async function runExample(service: Service, redmine: RedmineServer, key: string): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    TASKS_URL: service.url,
    TASKS_KEY: service.apiKey,
    REDMINE_URL: redmine.url,
    REDMINE_PROJECT: project,
    REDMINE_KEY: key,
  }
  const ended = promisify(execFile)(process.execPath, ['examples/sync-redmine/sync.mjs'], {
    cwd: root,
    env,
  })
  return ended.then(
    ({ stdout }) => stdout,
    (error: Error) => error.message,
  )
}

export const proof: Proof = {
  tier: 'release',
  tierReason: 'needs a Redmine; tests run the other examples on every change',
  budgetSeconds: 120,
  covers: ['examples'],
  report: 'first-ten-minutes',
  claim:
    'the example that syncs Redmine turns the issues of a real one into tasks, and explains a wrong key',
  hasControl: false,
  async prove({ log }) {
    const redmine = await startRedmine()
    const database = await createDatabase()
    const service = await startService({
      databaseUrl: database.url,
      env: { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8,::1' },
    })
    try {
      await createIssue(redmine)
      const rejected = await runExample(service, redmine, 'wrong')
      const synced = await runExample(service, redmine, keys.syncbot)
      log(synced)
      const [count = ''] = /Synced \d+ issues/.exec(synced) ?? []
      return {
        figures: count === '' ? 'nothing synced' : count,
        criteria: [
          isTrue('explanation of a wrong key', /auth: /.test(rejected)),
          isTrue('the issue as a task', synced.includes(SUBJECT)),
          isTrue('end of the sync', count !== ''),
        ],
      }
    } finally {
      await service.stop()
      await database.drop()
      await redmine.stop()
    }
  },
}

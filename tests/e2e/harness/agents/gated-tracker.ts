// An issue tracker that agents may write to only with approval, and an agent that completes tasks of its issues.
import type { Approval, Integration, Link, Run } from '@task-service/contract'
import pg from 'pg'
import { type Emulator, startEmulator } from '../../../../integrations/github/testing/emulator.ts'
import { seed } from '../../../../integrations/github/testing/world.ts'
import { until } from '../../../operate/until.ts'
import type { Stage } from '../stage.ts'
import { claimTask, type ScriptedRun } from './scripted-agent.ts'

const QUEUE = 'weights'
const LONG_MS = 60_000

export type Requested = {
  approval: Approval
  run: ScriptedRun
  /** Its number in the tracker. */
  issue: number
  /** As the tracker calls it, with its repository. */
  item: string
}

export type GatedTracker = {
  integration: Integration
  controls: Emulator['controls']
  sync(): Promise<unknown>
  /** An issue whose task the agent has completed, so that a person has to approve what is written. */
  request(issue: {
    title: string
    body?: string
    /** Of the agent, sent with the change. */
    comment?: string
    result?: unknown
  }): Promise<Requested>
}

/** The agent is created with it. */
export async function connectTracker(stage: Stage, agent: string): Promise<GatedTracker> {
  const { origin, controls, close } = await startEmulator()
  stage.endWith(close)
  const { api } = stage
  const integration = await api<Integration>('POST', '/integrations', {
    provider: 'github',
    name: 'GitHub',
    config: { base_url: origin, owner: seed.owner, repo: seed.repo },
    mapping: { queue: QUEUE },
    poll_seconds: 5,
    agent_writes: 'approve',
  })
  const place = `/integrations/${integration.id}`
  await api('PUT', `${place}/credential`, { secrets: { token: seed.token } })
  await api('POST', '/agents', { name: agent, queues: [QUEUE], reads_beyond_claim: true })
  const sync = () => api('POST', `${place}/sync`, {}).catch(() => undefined)
  return {
    integration,
    controls,
    sync,
    async request({ title, body = '', comment, result = { weight_kg: 1_266 } }) {
      const { number } = controls.createIssue({ title, body })
      await sync()
      const link = await until('the issue is imported', () => findLink(stage, number), LONG_MS)
      const run = await claimTask(stage, agent, link.task_id)
      if (comment !== undefined) await commentAs(stage, agent, link.task_id, comment)
      await run.complete(result)
      const { approval_id: id } = await api<Run>('GET', `/runs/${run.run.id}`)
      return {
        approval: await api<Approval>('GET', `/approvals/${id}`),
        run,
        issue: number,
        item: link.external_key ?? '',
      }
    },
  }
}

async function findLink({ api }: Stage, number: number): Promise<Link | undefined> {
  const { data } = await api<{ data: Link[] }>('GET', '/links?limit=200')
  return data.find(({ external_key: key }) => key?.endsWith(`#${number}`))
}

/** Agents comment through tools of their own, so it is written where it would have been. */
async function commentAs(
  { database }: Stage,
  agent: string,
  task: string,
  body: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  try {
    await client.query(
      `insert into comments (tenant_id, id, task_id, author, body, created_at, updated_at)
       select tenant_id, gen_random_uuid(), id, $2, $3, now(), now() from tasks where id = $1`,
      [task.slice('tsk_'.length), `agent:${agent}`, body],
    )
  } finally {
    await client.end()
  }
}

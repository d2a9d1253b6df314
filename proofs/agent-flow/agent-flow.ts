// Verifies the whole way of an issue: imported from a real Redmine, claimed over MCP, a question answered and the effects approved
// in the dashboard, completed, and confirmed by Redmine.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Approval, Integration, Link, Task } from '@task-service/contract'
import type { RemoteRef } from '@task-service/kit'
import type { Browser, Page } from 'playwright-core'
import {
  keys,
  project,
  type RedmineServer,
  startRedmine,
} from '../../integrations/redmine/testing/redmine-server.ts'
import { launchBrowser, visit } from '../../tests/e2e/harness/browser.ts'
import { type OwnStage, openStage } from '../../tests/e2e/harness/own-stage.ts'
import { until } from '../../tests/harness/clients/api-client.ts'
import { createAgent } from '../../tests/harness/work/agent-client.ts'
import { createMcpCaller, type McpCaller } from '../../tests/harness/work/mcp-caller.ts'
import { equals, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { answerQuestion, approveChanges, seeConfirmed } from './dashboard-steps.ts'
import { readIssuePage } from './redmine-page.ts'

const FLOWS = { small: 1, full: 5 }
const AGENT = 'refund-agent'
const QUEUE = 'refunds'
const ACCOUNTS = ['Commerzbank', 'ING'] as const
/** More than one poll: what would leave without an approval has left by then. */
const QUIET_MS = 7_000

export const proof: Proof = {
  tier: 'release',
  tierReason: 'starts a Redmine and a browser; the tests in `tests/e2e` cover each screen',
  budgetSeconds: 120,
  covers: [
    'server/src/mcp',
    'server/src/domains/approvals',
    'server/src/domains/questions',
    'server/src/domains/sync',
    'server/src/domains/work',
    'dashboard/src/features/inbox/approval',
    'integrations/redmine',
  ],
  claim:
    'an issue of Redmine becomes a task, an agent claims it over MCP and asks, a person answers and approves the effects in the dashboard, and Redmine shows the closed issue with the comment of the agent and nothing before that',
  hasControl: false,
  async prove(options): Promise<Verdict> {
    const redmine = await startRedmine()
    try {
      const stage = await openStage({ SERVICE_ACP_EGRESS_PLAIN_HTTP: 'allowed-networks' })
      const browser = await launchBrowser()
      try {
        return await proveFlows({ redmine, stage, browser }, options)
      } finally {
        await browser.close()
        await stage.close()
      }
    } finally {
      await redmine.stop()
    }
  },
}

type Place = { redmine: RedmineServer; stage: OwnStage; browser: Browser }

/** What Redmine showed after each step. */
type Flow = {
  earlyChanges: number
  answer: unknown
  isClosed: boolean
  comments: number
  pageShowsIt: boolean
  task: Task
  receipts: number
}

async function proveFlows(place: Place, options: ProofOptions): Promise<Verdict> {
  const { stage, browser } = place
  const integration = await connect(place)
  const token = await createAgent(stage.service, { name: AGENT, queues: [QUEUE] })
  const mcp = createMcpCaller({ url: stage.service.url, token })
  const { page, faults } = await visit(browser, stage)
  const wanted = options.full ? FLOWS.full : FLOWS.small
  const flows: Flow[] = []
  for (let number = 1; number <= wanted; number++) {
    flows.push(await runFlow({ ...place, page, mcp, integration }, number))
    options.log(`issue ${number}: closed and confirmed`)
  }
  mcp.close()
  for (const fault of faults) options.log(`  ${fault}`)
  const count = (isSo: (flow: Flow) => boolean) => flows.filter(isSo).length
  const early = flows.reduce((sum, flow) => sum + flow.earlyChanges, 0)
  const closed = count(({ isClosed, comments }) => isClosed && comments === 1)
  return {
    figures: `${wanted} issues, ${closed} closed with one comment in Redmine, ${early} changes before the approval, ${faults.length} faults on the pages`,
    criteria: [
      none('changes in Redmine before the approval', early),
      equals(
        'answers that reached the agent',
        count(({ answer }) => answer === ACCOUNTS[1]),
        wanted,
      ),
      equals('issues closed with one comment', closed, wanted),
      equals(
        'issues that Redmine shows as closed',
        count(({ pageShowsIt }) => pageShowsIt),
        wanted,
      ),
      equals(
        'tasks completed and confirmed',
        count(({ task }) => isSettled(task)),
        wanted,
      ),
      isTrue(
        'a receipt for each effect',
        flows.every(({ receipts }) => receipts === 2),
      ),
      none('faults on the pages of the dashboard', faults.length),
    ],
  }
}

const isSettled = ({ status, settled_at: at }: Task) => status === 'completed' && at !== null

async function connect({ redmine, stage }: Place): Promise<Integration> {
  const integration = await stage.api<Integration>('POST', '/integrations', {
    provider: 'redmine',
    name: 'Redmine',
    config: { url: redmine.url, project, text_format: 'markdown' },
    mapping: { queue: QUEUE },
    poll_seconds: 5,
    agent_writes: 'approve',
  })
  const path = `/integrations/${integration.id}/credential`
  await stage.api('PUT', path, { secrets: { api_key: keys.syncbot } })
  return integration
}

type Scene = Place & { page: Page; mcp: McpCaller; integration: Integration }

async function runFlow(scene: Scene, number: number): Promise<Flow> {
  const { redmine, stage, browser, page, mcp } = scene
  const title = `Refund order ${1_000 + number}`
  const comment = `The refund of order ${1_000 + number} was paid.`
  const ref = await redmine.alice.create({ title, description: 'The box was empty.' })
  const before = await changesOf(scene, ref)
  const taskId = await importIssue(scene, ref)

  const claimed = await mcp.insist('claim_task', { task: taskId })
  const held = { run: claimed.data['run'], lease_token: claimed.data['lease_token'] }
  const prompt = `Which account gets the refund of order ${1_000 + number}?`
  await mcp.insist('ask', { ...held, kind: 'choice', prompt, options: ACCOUNTS })
  await answerQuestion(page, stage.url, { prompt, choice: ACCOUNTS[1], agent: AGENT })
  const answer = await getAnswer(mcp, held)

  await mcp.insist('comment', { ...held, body: comment })
  const done = await mcp.insist('complete_task', { ...held, result: { account: answer } })
  const approvalId = String(done.data['approval'])
  await sleep(QUIET_MS)
  const earlyChanges = (await changesOf(scene, ref)) - before

  await approveChanges(page, stage.url, { title, agent: AGENT, changes: 2 })
  await seeConfirmed(page)
  const look = () => stage.api<Task>('GET', `/tasks/${taskId}`)
  const task = await until('the confirmation', look, isSettled, 60_000)
  const stored = await redmine.alice.read(ref)
  const approval = await stage.api<Approval>('GET', `/approvals/${approvalId}`)
  const shown = await readIssuePage(browser, redmine.url, ref.id)
  return {
    earlyChanges,
    answer,
    isClosed: stored !== 'gone' && stored.closed,
    comments: stored === 'gone' ? 0 : stored.comments.length,
    pageShowsIt: shown.status === 'Closed' && shown.notes.some((note) => note.includes(comment)),
    task,
    receipts: approval.receipts.length,
  }
}

/** Redmine keeps a journal of every change and note. */
async function changesOf({ redmine }: Scene, ref: RemoteRef): Promise<number> {
  const issue = await redmine.alice.issue(ref)
  return issue === 'gone' ? 0 : issue.journals.length
}

async function importIssue({ stage, integration }: Scene, ref: RemoteRef): Promise<string> {
  await stage.api('POST', `/integrations/${integration.id}/sync`, {}).catch(() => undefined)
  const look = () => stage.api<{ data: Link[] }>('GET', '/links?limit=200')
  const isIts = ({ external_id: id }: Link) => id === ref.id
  const { data } = await until('the import', look, (page) => page.data.some(isIts), 60_000)
  return data.find(isIts)?.task_id ?? ''
}

/** Its text is labeled, because a person wrote it. */
async function getAnswer(mcp: McpCaller, held: Record<string, unknown>): Promise<unknown> {
  const read = async () => {
    const { data, untrusted } = await mcp.insist('get_answers', held)
    const [given] = data['answers'] as { question_id: string }[] // of the contract
    const label = untrusted.find(({ path }) => path === '/answers/0/answer')
    return given && label?.source === 'person' ? { ...given, text: label.text } : undefined
  }
  const given = await until('the answer', read, (one) => one !== undefined, 30_000)
  await mcp.insist('get_answers', { ...held, acknowledge: [given?.question_id] })
  return JSON.parse(given?.text ?? 'null')
}

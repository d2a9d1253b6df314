// A real Redmine behind a packet capture: which requests the service sends before a person has approved them, and what is
// written afterwards.
import { join } from 'node:path'
import { keys } from '../../integrations/redmine/testing/redmine-server.ts'
import { startCapture } from '../../tests/harness/capture/packet-capture.ts'
import type { Packets } from '../../tests/harness/capture/read-packets.ts'
import { until } from '../../tests/harness/clients/api-client.ts'
import { startRig } from '../../tests/harness/sync-world/start-rig.ts'
import type { SyncRig } from '../../tests/harness/sync-world/sync-rig.ts'
import { countOpen, enterCredential, openWorld } from '../../tests/harness/sync-world/world.ts'
import { createAgent } from '../../tests/harness/work/agent-client.ts'
import type { ProofOptions } from '../../tools/programs/proof.ts'
import { type CapturedRequest, readRequests } from './captured-requests.ts'
import { findLeftOver, type Issue, importIssues, type Kit, SCENARIOS } from './decisions.ts'
import { hold } from './holder-process.ts'

const QUEUE = 'tickets'
const UNGATED_MAIN = join(import.meta.dirname, 'ungated-main.ts')

export type Traffic = {
  packets: number
  reads: number
  scenarios: number
  /** Requests that change something, before they were approved. */
  early: string[]
  /** Requests of any kind with text of the agent, before it was approved. */
  earlyTexts: number
  /** Requests that change something, after they were approved. */
  approved: number
  faults: string[]
}

export async function watchVendor(options: ProofOptions): Promise<Traffic> {
  const rig = await startRig.redmine()
  try {
    const port = Number(new URL(String(rig.config['url'])).port)
    const capture = await startCapture({ device: 'lo', filter: `tcp and dst port ${port}` })
    const { issues, faults } = await playScenarios(rig, options)
    return { ...judge(await capture.end(), issues), scenarios: issues.length, faults }
  } finally {
    await rig.stop()
  }
}

async function playScenarios(
  rig: SyncRig,
  options: ProofOptions,
): Promise<{ issues: Issue[]; faults: string[] }> {
  const settings = { agent_writes: 'approve', mapping: { queue: QUEUE } }
  const program = options.control ? { program: UNGATED_MAIN } : {}
  const world = await openWorld(rig, { settings, ...program })
  try {
    await enterCredential(world)
    const owner = { url: world.api.url(0), apiKey: world.apiKey }
    const token = await createAgent(owner, { name: 'writer', queues: [QUEUE], max_attempts: 5 })
    const kit: Kit = { world, token }
    const issues = await importIssues(world, SCENARIOS.length)
    const faults = options.control
      ? await completeOnly(kit, issues)
      : (await Promise.all(SCENARIOS.map((one, index) => playOne(kit, one, issues[index])))).flat()
    return { issues, faults }
  } finally {
    await world.stop()
  }
}

/** The control: nothing waits for an approval. */
async function completeOnly({ world, token }: Kit, issues: readonly Issue[]): Promise<string[]> {
  const [issue] = issues
  if (!issue) throw new Error('nothing was imported')
  const { task, comment } = issue
  const url = world.api.url(0)
  await hold({ url, token, task, comment, completes: true, leaseSeconds: 600 })
  const look = () => world.rig.read(issue.ref)
  await until('the issue is closed', look, (found) => found !== 'gone' && found.closed)
  return []
}

async function playOne(
  kit: Kit,
  { name, comments, play }: (typeof SCENARIOS)[number],
  issue: Issue | undefined,
): Promise<string[]> {
  try {
    if (!issue) throw new Error('it has no issue')
    await play(kit, issue)
    const look = () => kit.world.rig.read(issue.ref)
    await until('the issue is closed', look, (found) => found !== 'gone' && found.closed)
    await until(
      'the end of the write-backs',
      () => countOpen(kit.world),
      (open) => open === 0,
    )
    const found = await look()
    const written = found === 'gone' ? [] : found.comments
    return [
      ...(written.length === comments ? [] : [`${written.length} comments`]),
      ...(await findLeftOver(kit, issue)),
    ].map((fault) => `${name}: ${fault}`)
  } catch (error) {
    return [`${name}: ${String(error)}`]
  }
}

const isRead = ({ method }: CapturedRequest) => method === 'GET' || method === 'HEAD'

/** Of the service: people use other keys. */
const isOurs = ({ text }: CapturedRequest) => text.includes(keys.syncbot)

function judge(packets: Packets, issues: readonly Issue[]): Omit<Traffic, 'scenarios' | 'faults'> {
  const ours = readRequests(packets).filter(isOurs)
  const writes = ours.filter((request) => !isRead(request))
  const isEarly = (request: CapturedRequest) => {
    const issue = issues.find(({ ref }) => request.path.startsWith(`/issues/${ref.id}.json`))
    const kind = request.text.includes('"notes"') ? 'comment' : 'status'
    return !issue || request.at < issue.approvedAt[kind]
  }
  const early = writes.filter(isEarly)
  const earlyTexts = ours.filter(({ text, at }) =>
    issues.some(({ comment, approvedAt }) => text.includes(comment) && at < approvedAt.comment),
  )
  // A write request for each effect, and none again.
  const byIssue = Map.groupBy(writes, ({ path, text }) => `${path} ${text.includes('"notes"')}`)
  const repeated = [...byIssue].filter(([, all]) => all.length > 1)
  return {
    packets: packets.count,
    reads: ours.length - writes.length,
    early: [
      ...early.map(({ method, path }) => `${method} ${path}`),
      ...repeated.map(([what, all]) => `${what}: ${all.length} times`),
    ],
    earlyTexts: earlyTexts.length,
    approved: writes.length - early.length,
  }
}

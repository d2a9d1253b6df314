// What every test of the suite works with: the integration, its backend behind the fault proxy, and contexts for calls.
import type {
  Context,
  EdgeClient,
  EdgeRequest,
  Failure,
  FailureKind,
  Gone,
  Json,
  Manifest,
  Plugin,
  PullItem,
  PullOptions,
  RemoteRef,
  RemoteTask,
} from '@task-service/kit'
import type { Backend, ConfigValues } from './backend.ts'
import type { FaultProxy } from './fault-proxy.ts'
import { createRecordingClient, type RecordingClient } from './recording-client.ts'

export type ConformanceOptions = {
  /** Address of `plugin.ts` (`import.meta.resolve('./plugin.ts')`): some calls are made in processes of their own. */
  entry: string
  /** Where a vendor means something else by a status than HTTP does. */
  failures?: Readonly<Record<number, FailureKind>>
}

export type Call = {
  ctx: Context<ConfigValues>
  client: RecordingClient
  abort: () => void
  logged: string[]
  /** What was asked of connectors. */
  edgeAsked: EdgeRequest[]
}

export type CallOptions = {
  secrets?: Readonly<Record<string, string>>
  timeoutMs?: number
  /** In place of the backend's. */
  edge?: Partial<EdgeClient>
}

export type Bench = {
  plugin: Plugin
  manifest: Manifest
  backend: Backend
  options: ConformanceOptions
  /** There once the tests run. */
  proxy: () => FaultProxy
  /** A context for one call. */
  open: (options?: CallOptions) => Call
  /** Every call of the whole run, and every failure. */
  calls: Call[]
  failures: Failure[]
  /** Where the last pull ended, so that a test need not read everything again. */
  cursor: Json
}

/** One test. What `skip` gives is the reason not to run it here. */
export type Case = {
  name: string
  skip?: (bench: Bench) => string | false
  run: (bench: Bench) => Promise<void> | void
}

/** What `skip` gives holds for all of them. */
export type Group = { name: string; cases: Case[]; skip?: Case['skip'] }

/** Long enough for a slow machine. */
const answerTimeoutMs = 20_000

export function createCall(bench: Bench, options: CallOptions = {}): Call {
  const { plugin, backend } = bench
  const config = backend.config()
  const controller = new AbortController()
  const logged: string[] = []
  const client = createRecordingClient({
    hosts: plugin.hosts(config),
    secrets: options.secrets ?? backend.secrets(),
    origins: backend.origins?.() ?? {},
    proxyUrl: bench.proxy().url,
    signal: controller.signal,
    timeoutMs: options.timeoutMs ?? answerTimeoutMs,
  })
  const edgeAsked: EdgeRequest[] = []
  const edge = recordEdge(bench, options, edgeAsked)
  const call: Call = {
    client,
    logged,
    edgeAsked,
    abort: () => controller.abort(),
    ctx: {
      config,
      secret: (name) => ({ secret: name }),
      http: client,
      ...(edge && { edge }),
      log: (message, facts) => void logged.push(`${message} ${JSON.stringify(facts ?? {})}`),
      signal: controller.signal,
      now: () => new Date(),
    },
  }
  bench.calls.push(call)
  return call
}

function recordEdge(
  { backend }: Bench,
  { edge: other }: CallOptions,
  asked: EdgeRequest[],
): EdgeClient | undefined {
  const edge = backend.edge?.()
  if (!edge) return undefined
  const { run, statements } = { ...edge, ...other }
  return {
    statements,
    run(request) {
      asked.push(request)
      return run(request)
    },
  }
}

/** Why a test of requests is left out. */
export const isThroughConnector = ({ manifest }: Bench): string | false =>
  manifest.capabilities.edge === true && 'it makes no requests of its own'

export type Pulled = {
  tasks: RemoteTask[]
  deleted: RemoteRef[]
  /** Cursors in order, each with the number of tasks that stood before it. */
  checkpoints: { cursor: Json; tasks: number }[]
  total?: number
}

export const nothingPulled = (): Pulled => ({ tasks: [], deleted: [], checkpoints: [] })

/** A pull to its end. */
export async function pullAll(
  bench: Bench,
  cursor: Json,
  options: Partial<PullOptions> = {},
): Promise<Pulled> {
  const { ctx } = bench.open()
  const pulled = nothingPulled()
  for await (const item of bench.plugin.pull(ctx, cursor, { limit: 100, ...options })) {
    addTo(pulled, item)
  }
  return pulled
}

export function addTo(pulled: Pulled, item: PullItem): void {
  if (item.kind === 'upsert') pulled.tasks.push(item.task)
  if (item.kind === 'delete') pulled.deleted.push(item.ref)
  if (item.kind === 'total') pulled.total = item.count
  if (item.kind === 'checkpoint') {
    pulled.checkpoints.push({ cursor: item.cursor, tasks: pulled.tasks.length })
  }
}

export const lastCursor = (pulled: Pulled): Json => pulled.checkpoints.at(-1)?.cursor ?? null

/** Everything that happened since the last pull, resumed from its cursor as the engine does. */
export async function catchUp(bench: Bench): Promise<Pulled> {
  const pulled = await pullAll(bench, bench.cursor)
  bench.cursor = lastCursor(pulled)
  return pulled
}

const nameOf = ({ id, createdAt }: RemoteRef): string => `${id} ${createdAt ?? ''}`

/** What the engine does with what it gets twice: the same item in the same version counts once. */
export function dedupe(tasks: readonly RemoteTask[]): RemoteTask[] {
  return [...new Map(tasks.map((task) => [`${nameOf(task.ref)} ${task.version}`, task])).values()]
}

/** The versions of one item, in order. */
export const versionsOf = (tasks: readonly RemoteTask[], ref: RemoteRef): RemoteTask[] =>
  dedupe(tasks).filter((task) => task.ref.id === ref.id)

export async function fetchTask(bench: Bench, ref: RemoteRef): Promise<RemoteTask> {
  const found: RemoteTask | Gone = await bench.plugin.fetchOne(bench.open().ctx, ref)
  if ('gone' in found) throw new Error(`${ref.id} is gone: ${found.why}`)
  return found
}

let made = 0
/** A title or text that nothing else in the run has. */
export const unique = (word: string): string => `${word} ${Date.now().toString(36)}x${(made += 1)}`

/** As the engine makes them: one for every change, the same for each of its tries. */
export const uniqueMarker = (): string => unique('lnk_0192').replace(' ', ':')

/** Vendors without comments are not asked for any. */
export const hasComments = ({ manifest }: Bench): boolean =>
  manifest.capabilities.comments !== 'none'

export const withoutComments = (bench: Bench): string | false =>
  !hasComments(bench) && 'the vendor has no comments'

// HubSpot tasks on a port of this machine: stateful, and held against the models of HubSpot's own client in both directions.
import {
  createVendorFaults,
  openKeptList,
  type RequestLine,
  startVendorServer,
  type VendorAnswer,
  type VendorFault,
  type VendorRequest,
} from '@task-service/kit/testing'
import { refused } from './answers.ts'
import { createJudge, type Judge, type Violation } from './judge.ts'
import { operations } from './operations.ts'
import {
  archiveObject,
  changeObject,
  createObject,
  createWorld,
  fill,
  getKey,
  type Kind,
  type ObjectRow,
  type World,
} from './world.ts'

type Settings = { searchCap: number; remaining: number }
type Parts = { world: World; judge: Judge; settings: Settings }

const initial: Settings = { searchCap: 10_000, remaining: 100_000 }

export type Emulator = { origin: string; controls: Controls; close: () => Promise<void> }

type Options = { port?: number /** File that keeps its state over a kill. */; journal?: string }

export async function startEmulator({ port = 0, journal }: Options = {}): Promise<Emulator> {
  const parts: Parts = {
    world: createWorld(journal),
    judge: createJudge(openKeptList(journal && `${journal}.violations`)),
    settings: { ...initial },
  }
  const requests: RequestLine[] = []
  const faults = createVendorFaults()
  const controls = createControls(parts, requests, faults)
  const answer = (request: VendorRequest): VendorAnswer =>
    withHeaders(parts, decide(parts, request))
  const server = await startVendorServer({ port, answer, controls, faults, requests })
  return { origin: server.origin, controls, close: server.close }
}

function withHeaders({ settings, world }: Parts, answer: VendorAnswer): VendorAnswer {
  const headers = {
    date: new Date(world.now()).toUTCString(),
    'x-hubspot-ratelimit-max': '100',
    'x-hubspot-ratelimit-remaining': String(Math.max(0, settings.remaining)),
    'x-hubspot-ratelimit-interval-milliseconds': '10000',
    ...answer.headers,
  }
  return { ...answer, headers }
}

function decide({ world, judge, settings }: Parts, request: VendorRequest): VendorAnswer {
  const { method, url, headers, text } = request
  const secret = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  const token = secret === undefined ? undefined : world.tables.find('tokens', secret)
  if (token === undefined) {
    return refused(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.')
  }
  if (settings.remaining <= 0) {
    const more = { errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING' }
    return refused(429, 'RATE_LIMITS', 'You have reached your ten_secondly_rolling limit.', more)
  }
  settings.remaining -= 1
  const what = `${method} ${url.pathname}`
  const operation = operations.find((one) => one.method === method && one.path.test(url.pathname))
  if (operation === undefined) {
    judge.note({ where: 'request', what, errors: ['the client has no such path'] })
    return refused(404, 'OBJECT_NOT_FOUND', 'resource not found')
  }
  const params = operation.path.exec(url.pathname)?.slice(1) ?? []
  const scope = params[0] === 'deals' ? 'crm.objects.deals.read' : operation.scope
  if (!token.scopes.includes(scope)) {
    const message = "This app hasn't been granted all required scopes to make this call."
    const errors = [{ message, context: { requiredGranularScopes: [scope] } }]
    return refused(403, 'MISSING_SCOPES', message, { errors })
  }
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  if (operation.takes !== undefined && !judge.check('request', what, operation.takes, body)) {
    return refused(400, 'VALIDATION_ERROR', 'Invalid input JSON')
  }
  const { searchCap } = settings
  const answer = operation.act({ world, params, query: url.searchParams, body, searchCap })
  const isFine = answer.status < 300
  const model = isFine ? operation.gives : { area: 'tasks' as const, type: 'ModelError' }
  const { status: _status, ...error } = (answer.body ?? {}) as { status?: string } // the client drops it too
  if (model !== undefined) judge.check('response', what, model, isFine ? answer.body : error)
  return answer
}

function getTask({ tables }: World, id: string): ObjectRow {
  const row = tables.find('objects', getKey('tasks', id))
  if (row === undefined) throw new Error(`no task ${id}`)
  return row
}

/** Actions of a test at the emulator as a user of HubSpot's web interface: `POST /_control/<name>` with JSON. */
function createControls(
  { world, judge, settings }: Parts,
  requests: RequestLine[],
  faults: ReturnType<typeof createVendorFaults>,
) {
  return {
    create: ({
      kind = 'tasks',
      properties,
    }: {
      kind?: Kind
      properties: Record<string, string>
    }) => {
      const due = { hs_timestamp: world.now(), hs_task_status: 'NOT_STARTED' }
      return createObject(world, kind, kind === 'tasks' ? { ...due, ...properties } : properties)
    },
    edit: ({ id, properties }: { id: string; properties: Record<string, string> }) =>
      changeObject(world, getTask(world, id), properties),
    archive: ({ id }: { id: string }): void => archiveObject(world, getTask(world, id)),
    link: (link: { task: string; kind: Kind; to: string }): void =>
      world.tables.put('links', `${link.task} ${link.kind} ${link.to}`, link),
    readAll: (): { tasks: ObjectRow[] } => ({
      tasks: world.tables
        .list('objects')
        .filter(({ kind, archivedAt }) => kind === 'tasks' && archivedAt === undefined),
    }),
    grant: ({ token, scopes }: { token: string; scopes: string[] }): void =>
      world.tables.put('tokens', token, { scopes }),
    revoke: ({ token }: { token: string }): void => world.tables.remove('tokens', token),
    setClock: ({ at }: { at: string | null }): void => world.setClock(at),
    setIndexLag: ({ ms }: { ms: number }): void => world.index.setLag(ms),
    setSettings: (changed: Partial<Settings>): void => void Object.assign(settings, changed),
    addFault: (fault: VendorFault): void => faults.add(fault),
    clearFaults: (): void => faults.clear(),
    listViolations: (): Violation[] => judge.violations,
    /** Of tests that break the contract on purpose. */
    takeViolations: (): Violation[] => judge.violations.splice(0),
    listRequests: (): RequestLine[] => requests,
    reset: (): void => {
      world.tables.clear()
      fill(world.tables)
      world.setClock(null)
      world.index.setLag(0)
      Object.assign(settings, initial)
      faults.clear()
      requests.splice(0)
    },
  }
}

export type Controls = ReturnType<typeof createControls>

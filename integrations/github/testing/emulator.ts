// GitHub Issues on a port of this machine: stateful, and held against GitHub's own description in both directions.
import { createHash } from 'node:crypto'
import {
  createVendorFaults,
  openKeptList,
  type RequestLine,
  startVendorServer,
  type VendorAnswer,
  type VendorRequest,
} from '@task-service/kit/testing'
import { notFound, refused } from './answers.ts'
import { type Controls, createControls, type Parts } from './controls.ts'
import { createDeliveries } from './deliveries.ts'
import { createJudge, type JudgedRequest } from './judge.ts'
import { createLimits } from './limits.ts'
import { operations } from './operations.ts'
import { createWorld, getRepository, type RepositoryRow, type TokenRow } from './world.ts'

export type Emulator = { origin: string; controls: Controls; close: () => Promise<void> }

type Options = { port?: number /** File that keeps its state over a kill. */; journal?: string }

export async function startEmulator({ port = 0, journal }: Options = {}): Promise<Emulator> {
  const world = createWorld(journal)
  const judge = await createJudge(openKeptList(journal && `${journal}.violations`))
  const place = { origin: '' }
  const deliveries = createDeliveries(world, judge, () => place.origin)
  const requests: RequestLine[] = []
  const faults = createVendorFaults()
  const parts: Parts = { world, judge, deliveries, requests, faults, limits: createLimits() }
  const controls = createControls(parts)
  const answer = (request: VendorRequest): VendorAnswer =>
    withHeaders(parts, request, decide(parts, request))
  const server = await startVendorServer({ port, answer, controls, faults, requests })
  place.origin = server.origin
  return {
    origin: server.origin,
    controls,
    async close() {
      await deliveries.settle()
      await server.close()
    },
  }
}

function withHeaders(
  { world, limits }: Parts,
  request: VendorRequest,
  answer: VendorAnswer,
): VendorAnswer {
  const isOk = answer.status === 200
  const etag = `W/"${createHash('sha256').update(JSON.stringify(answer.body)).digest('hex')}"`
  const headers = {
    ...limits.headers(),
    date: new Date(world.now()).toUTCString(),
    'x-github-media-type': 'github.v3; format=json',
    ...(isOk && { etag }),
    ...answer.headers,
  }
  return isOk && request.headers['if-none-match'] === etag
    ? { status: 304, body: null, headers }
    : { ...answer, headers }
}

function decide(parts: Parts, request: VendorRequest): VendorAnswer {
  const { world, limits } = parts
  const { method, url, headers, text } = request
  if (headers['user-agent'] === undefined) {
    return refused(403, 'Please make sure your request has a User-Agent header.')
  }
  const secret = /^(?:bearer|token) (.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (secret === undefined) return refused(401, 'Requires authentication')
  const token = world.tables.find('tokens', secret)
  if (token === undefined) return refused(401, 'Bad credentials')
  if (url.pathname === '/rate_limit') return { status: 200, body: limits.overview() }
  const over = limits.take(method !== 'GET')
  if (over !== undefined) return over
  const repository = getRepository(world)
  const moved = findMoved(repository, request)
  if (moved !== undefined) return moved
  const { id, owner, name } = repository
  const judged: JudgedRequest = {
    method,
    path: url.pathname.replace(`/repositories/${id}`, `/repos/${owner}/${name}`),
    query: Object.fromEntries(url.searchParams),
    headers: { accept: headers.accept ?? '' },
    body: text === '' ? undefined : parse(text),
  }
  return carryOut(parts, request.origin, token, judged)
}

/** A renamed repository answers at its id; what is not read is redirected in a way that keeps the method. */
function findMoved(
  { id, owner, formerNames }: RepositoryRow,
  { method, url, origin }: VendorRequest,
): VendorAnswer | undefined {
  const isFormer = formerNames.some((name) =>
    `${url.pathname}/`.startsWith(`/repos/${owner}/${name}/`),
  )
  if (!isFormer) return undefined
  const to = `${origin}/repositories/${id}`
  const status = method === 'GET' ? 301 : 307
  return { ...refused(status, 'Moved Permanently', { url: to }), headers: { location: to } }
}

function carryOut(
  { world, judge }: Parts,
  origin: string,
  token: TokenRow,
  request: JudgedRequest,
): VendorAnswer {
  const found = judge.findOperation(request)
  const operation = operations[found?.id ?? '']
  if (found === undefined || operation === undefined) {
    const what = `${request.method} ${request.path}`
    judge.note({ where: 'request', what, errors: ['is not a path of the description'] })
    return notFound()
  }
  const { id, params } = found
  const { owner, name } = getRepository(world)
  const asked = `${params['owner']}/${params['repo']}`.toLowerCase()
  const isHere = token.issues !== 'none' && asked === `${owner}/${name}`.toLowerCase()
  if ('owner' in params && !isHere) return notFound()
  const isHook = /webhooks?$/.test(id)
  if (isHook ? !token.hooks : request.method !== 'GET' && token.issues !== 'write') {
    const wanted = isHook ? 'repository_hooks=write' : 'issues=write'
    const text = 'Resource not accessible by personal access token'
    return { ...refused(403, text), headers: { 'x-accepted-github-permissions': wanted } }
  }
  if (!judge.checkRequest(id, request)) return refused(422, 'Invalid request.')
  const answer = operation({ world, origin, token, params, ...request })
  judge.checkResponse(id, answer.status, answer.body)
  return answer
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

// The door of connectors: no key of ours, since every frame is signed over the very bytes that came. What is wrong with
// one is answered in the same way, whatever it is.
import { hash } from 'node:crypto'
import {
  Announce,
  AskChallenge,
  EDGE_LANES,
  type EdgeLane,
  EdgeResult,
  EdgeResults,
  Enrol,
  type FrameNames,
  MAX_CHUNK_BYTES,
  OpenSession,
  Poll,
  RotateKey,
} from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import { readJson, readText } from '../json-body.ts'
import type { FailedKeyLimiter } from '../rate-limit.ts'
import { tenantOfHost } from '../tenant-host.ts'
import { compileCheck } from '../validation.ts'

/** One request at the door. */
export type Visit = { slug: string; requestId: string; signal: AbortSignal }

/** What the door is to; each throws when it is not to be done. */
export type EdgeServices<Admitted> = {
  enrol: (visit: Visit, body: Enrol) => Promise<unknown>
  challenge: (visit: Visit, body: AskChallenge) => Promise<unknown>
  session: (visit: Visit, body: OpenSession) => Promise<unknown>
  /** Before anything of its body is read. */
  admit: (visit: Visit, frame: FrameNames, signature: string) => Promise<Admitted>
  announce: (visit: Visit, whose: Admitted, body: Announce) => Promise<unknown>
  poll: (visit: Visit, whose: Admitted, body: Poll) => Promise<unknown>
  rotate: (visit: Visit, whose: Admitted, body: RotateKey) => Promise<unknown>
  chunk: (visit: Visit, whose: Admitted, chunk: Chunk) => Promise<void>
  result: (visit: Visit, whose: Admitted, job: string, body: EdgeResult) => Promise<unknown>
  results: (visit: Visit, whose: Admitted, body: EdgeResults) => Promise<unknown>
  hostSuffix: string | null
  /** Of one network to one tenant: other connectors may share the address, and go on. */
  failed: FailedKeyLimiter
  /** A poll that waits is not work at hand. */
  release: (reply: FastifyReply) => void
  /** Before the server stops: polls that wait would keep it waiting. */
  stop: () => void
}

type Chunk = { jobId: string; number: number; body: string }

export const MAX_FRAME_BYTES = 2 ** 20

type JobParams = { Params: { job: string } }

export function bindEdge<Admitted>(app: FastifyInstance, services: EdgeServices<Admitted>): void {
  acceptBytes(app)
  app.addHook('preClose', async () => services.stop())
  bindOpenings(app, services)
  const frame = frames(services)
  app.post('/announce', frame(reading(Announce, services.announce)))
  app.post('/rotate', frame(reading(RotateKey, services.rotate)))
  app.post('/results', frame(reading(EdgeResults, services.results)))
  const poll = reading(Poll, services.poll)
  app.post(
    '/poll',
    frame((visit, whose, request, reply) => {
      services.release(reply)
      return poll(visit, whose, request)
    }),
  )
  const checkResult = compileCheck('body', EdgeResult)
  app.post<JobParams>(
    '/jobs/:job/result',
    frame((visit, whose, request) => {
      const body = readJson(bytesOf(request))
      checkResult(body)
      return services.result(visit, whose, paramOf(request, 'job'), body as EdgeResult) // checked
    }),
  )
  app.put(
    '/jobs/:job/chunks/:number',
    frame((visit, whose, request) => services.chunk(visit, whose, chunkOf(request))),
  )
}

type Work<Admitted> = (
  visit: Visit,
  whose: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>

function reading<Admitted>(
  schema: object,
  work: (visit: Visit, whose: Admitted, body: never) => Promise<unknown>,
): (visit: Visit, whose: Admitted, request: FastifyRequest) => Promise<unknown> {
  const check = compileCheck('body', schema)
  return (visit, whose, request) => {
    const body = readJson(bytesOf(request))
    check(body)
    return work(visit, whose, body as never) // the work belongs to the schema, which has just checked it
  }
}

/** What comes before there is a session. */
function bindOpenings<Admitted>(app: FastifyInstance, services: EdgeServices<Admitted>): void {
  const opening = (
    schema: object,
    work: (visit: Visit, body: never) => Promise<unknown>,
  ): ReturnType<typeof guarded> => {
    const read = reading(schema, (visit, _nobody: undefined, body: never) => work(visit, body))
    return guarded(services, (visit, request) => read(visit, undefined, request))
  }
  app.post('/enrol', opening(Enrol, services.enrol))
  app.post('/challenge', opening(AskChallenge, services.challenge))
  app.post('/session', opening(OpenSession, services.session))
}

function frames<Admitted>(services: EdgeServices<Admitted>) {
  return (work: Work<Admitted>) =>
    guarded(services, async (visit, request, reply) => {
      const { frame, signature } = readFrame(request)
      const whose = await services.admit(visit, frame, signature)
      return work(visit, whose, request, reply)
    })
}

/** Counts what is refused, and answers it in one way; why is for our log. */
function guarded<Admitted>(
  { hostSuffix, failed }: EdgeServices<Admitted>,
  work: (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const slug = tenantOfHost(request.headers.host, hostSuffix) ?? ''
    request.wide['tenant'] = slug
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const origin = `${networkOf(request.ip)} ${slug}`
    try {
      const visit = { slug, requestId: request.id, signal: gone.signal }
      const answer = await work(visit, request, reply)
      reply.header('cache-control', 'no-store')
      if (answer === undefined) return reply.code(204).send()
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'edge_refused') throw error
      request.wide['reason'] = String((error.cause as Error | undefined)?.message) // made by edgeRefused
      const refusal = await failed.findRefusal(origin)
      await failed.count(origin)
      throw refusal ?? error
    }
  }
}

/** Signatures are over bytes: whatever the type says, nothing is parsed or decompressed before. */
function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_FRAME_BYTES },
    (_request, body, done) => done(null, body),
  )
}

function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

function paramOf(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? '' // the router has all of the path's names
}

const HEADER = /^Edge (eds_[0-9a-f]{32}) ([a-z]{1,8}) ([1-9][0-9]{0,14}) ([A-Za-z0-9_-]{86})$/

function isLane(text: string | undefined): text is EdgeLane {
  return EDGE_LANES.some((lane) => lane === text)
}

/** The path is the one that was asked for, with everything in it: nothing of it can be exchanged. */
function readFrame(request: FastifyRequest): { frame: FrameNames; signature: string } {
  const [, session = '', lane, sequence, signature = ''] =
    HEADER.exec(request.headers.authorization ?? '') ?? []
  if (!isLane(lane)) {
    throw new Problem('edge_refused', undefined, { cause: new Error('frame: no such header') })
  }
  const digest = hash('sha256', bytesOf(request), 'hex')
  const { method, url: path } = request
  return {
    frame: { session, lane, sequence: Number(sequence), method, path, digest },
    signature,
  }
}

function chunkOf(request: FastifyRequest): Chunk {
  const bytes = bytesOf(request)
  if (bytes.length > MAX_CHUNK_BYTES) {
    throw new Problem('body_too_large', `A chunk has ${MAX_CHUNK_BYTES} bytes at most.`)
  }
  const number = paramOf(request, 'number')
  if (!/^(0|[1-9][0-9]{0,3})$/.test(number)) {
    throw new Problem('invalid_request', 'Chunks are numbered from 0.')
  }
  return { jobId: paramOf(request, 'job'), number: Number(number), body: readText(bytes) }
}

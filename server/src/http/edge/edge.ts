// The endpoints of connectors: no API key, because every frame is signed over its exact bytes. All invalid frames get the
// same response.
import { hash } from 'node:crypto'
import {
  Announce,
  AskChallenge,
  EDGE_LANES,
  type EdgeLane,
  EdgeResult,
  EdgeResults,
  Enroll,
  type FrameNames,
  MAX_CHUNK_BYTES,
  OpenSession,
  Poll,
  RotateKey,
} from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#lib/problem.ts'
import type { ReadBody } from '../body/body-reader.ts'
import { acceptBytes, readJson, readText } from '../json-body.ts'
import { compileCheck } from '../validation.ts'
import {
  createEdgeAdmission,
  type EdgeAdmission,
  type EdgeAdmissionServices,
  type Visit,
} from './edge-admission.ts'

export type { Visit } from './edge-admission.ts'

/** The implementation of the endpoints; each throws to reject. */
export type EdgeServices<Admitted, Key> = EdgeAdmissionServices<Key> & {
  enroll: (visit: Visit, body: Enroll) => Promise<unknown>
  challenge: (visit: Visit, body: AskChallenge) => Promise<unknown>
  session: (visit: Visit, body: OpenSession) => Promise<unknown>
  /** Before its body is parsed. */
  admit: (visit: Visit, key: Key, frame: FrameNames, signature: string) => Promise<Admitted>
  announce: (visit: Visit, admitted: Admitted, body: Announce) => Promise<unknown>
  poll: (visit: Visit, admitted: Admitted, body: Poll) => Promise<unknown>
  rotate: (visit: Visit, admitted: Admitted, body: RotateKey) => Promise<unknown>
  chunk: (visit: Visit, admitted: Admitted, chunk: Chunk) => Promise<void>
  result: (visit: Visit, admitted: Admitted, job: string, body: EdgeResult) => Promise<unknown>
  results: (visit: Visit, admitted: Admitted, body: EdgeResults) => Promise<unknown>
  readBody: ReadBody
  /** A waiting long poll does not count as in flight. */
  release: (reply: FastifyReply) => void
  /** Called before the server stops: waiting polls would delay it. */
  stop: () => void
}

type Chunk = { jobId: string; number: number; body: string }

export const MAX_FRAME_BYTES = 2 ** 20
/** For an enrollment, a challenge or a session: more than all their fields at maximum length. */
export const MAX_OPENING_BYTES = 8 * 1024

export function bindEdge<Admitted, Key>(
  app: FastifyInstance,
  services: EdgeServices<Admitted, Key>,
): void {
  acceptBytes(app, services.readBody)
  app.addHook('preClose', async () => services.stop())
  const admission = createEdgeAdmission(services)
  bindOpenings(app, services, admission)
  const frame = frames(services, admission)
  app.post('/announce', frame(reading(Announce, services.announce)))
  app.post('/rotate', frame(reading(RotateKey, services.rotate)))
  app.post('/results', frame(reading(EdgeResults, services.results)))
  const poll = reading(Poll, services.poll)
  app.post(
    '/poll',
    frame((visit, admitted, request, reply) => {
      services.release(reply)
      return poll(visit, admitted, request)
    }),
  )
  const checkResult = compileCheck('body', EdgeResult)
  app.post(
    '/jobs/:job/result',
    frame((visit, admitted, request) => {
      const body = readJson(bytesOf(request))
      checkResult(body)
      return services.result(visit, admitted, paramOf(request, 'job'), body as EdgeResult) // checked
    }),
  )
  app.put(
    '/jobs/:job/chunks/:number',
    frame((visit, admitted, request) => services.chunk(visit, admitted, chunkOf(request))),
  )
}

type Work<Admitted> = (
  visit: Visit,
  admitted: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>

function reading<Admitted>(
  schema: object,
  work: (visit: Visit, admitted: Admitted, body: never) => Promise<unknown>,
): (visit: Visit, admitted: Admitted, request: FastifyRequest) => Promise<unknown> {
  const check = compileCheck('body', schema)
  return (visit, admitted, request) => {
    const body = readJson(bytesOf(request))
    check(body)
    return work(visit, admitted, body as never) // its type is that of the schema, which was just checked
  }
}

type Opened = { session?: string; connector?: string } | undefined

/** Requests before there is a session. */
function bindOpenings<Admitted, Key>(
  app: FastifyInstance,
  services: EdgeServices<Admitted, Key>,
  admission: EdgeAdmission<Key>,
): void {
  const opening = (schema: object, work: (visit: Visit, body: never) => Promise<unknown>) => {
    const check = compileCheck('body', schema)
    return {
      bodyLimit: MAX_OPENING_BYTES,
      onRequest: (request: FastifyRequest, reply: FastifyReply) =>
        admission.admitOpening(request, reply),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const admitted = admission.admissionOf(request)
        const body = readJson(bytesOf(request))
        check(body)
        const { connector } = body as { connector?: string } // checked
        admission.checkConnector(admitted, connector)
        const answer = await admission.counted(
          request,
          admitted,
          () => work(admitted.visit, body as never), // its type is that of the schema, which was just checked
        )
        // Anyone gets a challenge; a connector that enrolled or opened a session has proven its key.
        const { session, connector: enrolled } = (answer as Opened) ?? {} // as the contract says
        const shown = enrolled ?? (session === undefined ? undefined : connector)
        if (shown !== undefined) admission.noteConnector(admitted, shown)
        if (session !== undefined) admission.noteSession(admitted, session)
        return respond(reply, answer)
      },
    }
  }
  app.post('/enrol', opening(Enroll, services.enroll))
  app.post('/challenge', opening(AskChallenge, services.challenge))
  app.post('/session', opening(OpenSession, services.session))
}

function frames<Admitted, Key>(
  services: EdgeServices<Admitted, Key>,
  admission: EdgeAdmission<Key>,
) {
  return (work: Work<Admitted>) => ({
    bodyLimit: MAX_FRAME_BYTES,
    onRequest: (request: FastifyRequest, reply: FastifyReply) =>
      admission.admitFrame(request, reply, readHeader(request).session),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const pending = admission.admissionOf(request)
      const { visit } = pending
      const answer = await admission.counted(request, pending, async () => {
        const { frame, signature } = readFrame(request)
        const key = pending.key as Key // found before the body was read
        const admitted = await services.admit(visit, key, frame, signature)
        admission.noteSession(pending, frame.session)
        return work(visit, admitted, request, reply)
      })
      return respond(reply, answer)
    },
  })
}

function respond(reply: FastifyReply, answer: unknown): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (answer === undefined) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
}

function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

function paramOf(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? '' // the router sets all parameters of the path
}

const HEADER = /^Edge (eds_[0-9a-f]{32}) ([a-z]{1,8}) ([1-9][0-9]{0,14}) ([A-Za-z0-9_-]{86})$/

function isLane(text: string | undefined): text is EdgeLane {
  return EDGE_LANES.some((lane) => lane === text)
}

type FrameHeader = { session: string; lane: EdgeLane; sequence: number; signature: string }

/** Empty texts without the header: no session has an empty ID. */
function readHeader(request: FastifyRequest): Partial<FrameHeader> & { session: string } {
  const [, session = '', lane, sequence, signature = ''] =
    HEADER.exec(request.headers.authorization ?? '') ?? []
  return isLane(lane) ? { session, lane, sequence: Number(sequence), signature } : { session: '' }
}

/** The path is the requested one, with its parameters: none of it can be exchanged. */
function readFrame(request: FastifyRequest): { frame: FrameNames; signature: string } {
  const { session, lane, sequence = 0, signature = '' } = readHeader(request)
  if (!lane) {
    throw new Problem('edge_refused', undefined, { cause: new Error('frame: no such header') })
  }
  const digest = hash('sha256', bytesOf(request), 'hex')
  const { method, url: path } = request
  return { frame: { session, lane, sequence, method, path, digest }, signature }
}

function chunkOf(request: FastifyRequest): Chunk {
  const bytes = bytesOf(request)
  if (bytes.length > MAX_CHUNK_BYTES) {
    throw new Problem(
      'body_too_large',
      `The chunk is too large: maximum ${MAX_CHUNK_BYTES.toLocaleString('en')} bytes.`,
    )
  }
  const number = paramOf(request, 'number')
  if (!/^(0|[1-9][0-9]{0,3})$/.test(number)) {
    throw new Problem(
      'invalid_request',
      'path parameter number: must be the number of the chunk, starting with 0.',
    )
  }
  return { jobId: paramOf(request, 'job'), number: Number(number), body: readText(bytes) }
}

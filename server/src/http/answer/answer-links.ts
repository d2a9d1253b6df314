// One-time links to answer a question: a page without sign-in and the form on it. The token in the URL authenticates, so no
// response may be cached, framed or passed on as a referrer.
import type { Question, QuestionAnswer } from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#lib/messages/escape-html.ts'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { networkOf } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import type { ReadBody } from '../body/body-reader.ts'
import { acceptBytes, readText, refuseCompressed } from '../json-body.ts'
import { beginProblem } from '../problems.ts'
import type { FailedKeyLimiter } from '../rate-limit.ts'
import { tenantOfHost } from '../tenant-host.ts'
import { addDashboardHeaders } from '../ui/dashboard-headers.ts'
import { sendPlainPage } from '../ui/plain-page.ts'
import { answerOf, type FormValues, fieldsOf, readValues } from './question-form.ts'
import { type LinkedQuestion, questionPage, sentPage } from './question-page.ts'

export type LinkTenant = { id: string; slug: string }

export type AnswerLinkServices = {
  basePath: string
  hostSuffix: string | null
  /** Throws unless the tenant exists and is active; returns its ID. */
  findTenant: (slug: string) => Promise<string>
  /** Throws `answer_link_invalid` unless the link works. */
  find: (tenant: LinkTenant, token: string) => Promise<LinkedQuestion>
  /** Throws as `find` does, or `answer_invalid`. */
  answer: (
    tenant: LinkTenant,
    token: string,
    given: QuestionAnswer,
    requestId: string,
  ) => Promise<Question>
  failed: FailedKeyLimiter
  readBody: ReadBody
}

/** The longest answer and note, with most characters escaped. */
export const MAX_FORM_BYTES = 256 * 1024
const NOTE_MAX = 2_000
/** What `makeAnswerToken` makes; anything else need not be looked up. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

type Link = LinkedQuestion & { tenant: LinkTenant; token: string }
type LinkRoute = { Params: { token: string } }

export async function bindAnswerLinks(
  app: FastifyInstance,
  services: AnswerLinkServices,
): Promise<void> {
  const { basePath } = services
  const open = createOpener(services)
  addDashboardHeaders(app)
  answerWithPages(app, basePath)
  acceptBytes(app, services.readBody)
  const showForm = (reply: FastifyReply, link: Link, values: FormValues, fault?: string) => {
    const { question, taskTitle, token } = link
    const body = questionPage({
      question,
      taskTitle,
      fields: fieldsOf(question),
      action: `${basePath}/answer/${token}`,
      values,
      ...(fault !== undefined && { fault }),
    })
    return sendPlainPage(reply, basePath, { title: 'Answer a question', body })
  }
  app.get<LinkRoute>('/:token', async (request, reply) =>
    showForm(reply, await open(request), new Map()),
  )
  const links = new WeakMap<FastifyRequest, Link>()
  app.post<LinkRoute>('/:token', {
    bodyLimit: MAX_FORM_BYTES,
    onRequest: [refuseCompressed, async (request) => void links.set(request, await open(request))],
    handler: async (request, reply) => {
      const link = links.get(request) as Link // set before the body was read
      const values = readForm(request)
      try {
        const given = readAnswer(link.question, values)
        await services.answer(link.tenant, link.token, given, request.id)
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 400) throw error
        beginProblem(error, request, reply)
        return showForm(reply, link, values, error.detail)
      }
      return sendPlainPage(reply, basePath, { title: 'Answer sent', body: sentPage })
    },
  })
}

function readForm({ headers, body }: FastifyRequest): FormValues {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw new Problem('unsupported_media_type')
  return readValues(readText(body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0)))
}

function readAnswer(question: Question, values: FormValues): QuestionAnswer {
  const note = values.get('note') ?? ''
  const texts = [...values.values()]
  // A NUL that is escaped in the form, which the database cannot store.
  if (texts.some((text) => text.includes('\0'))) {
    throw fieldProblem('answer_invalid', [
      bodyError('/answer', 'invalid_value', 'must not contain NUL (\\u0000)'),
    ])
  }
  if (note.length > NOTE_MAX) {
    const message = `is too long: ${note.length.toLocaleString('en')} characters, maximum ${NOTE_MAX.toLocaleString('en')}`
    throw fieldProblem('answer_invalid', [bodyError('/note', 'too_long', message)])
  }
  const answer = answerOf(fieldsOf(question), values)
  return { answer, ...(note.trim() !== '' && { note }) }
}

/** Finds the question of a link. A network that tries many wrong links has to wait. */
function createOpener({ failed, ...services }: AnswerLinkServices) {
  const find = async (request: FastifyRequest<LinkRoute>): Promise<Link> => {
    const { token } = request.params
    const slug = tenantOfHost(request.headers.host, services.hostSuffix) ?? ''
    if (!TOKEN.test(token)) throw new Problem('answer_link_invalid')
    const tenant = { id: await services.findTenant(slug), slug }
    return { ...(await services.find(tenant, token)), tenant, token }
  }
  return async (request: FastifyRequest<LinkRoute>): Promise<Link> => {
    const network = networkOf(request.ip)
    const refusal = await failed.findRefusal(network)
    if (refusal) throw tooManyLinks(refusal)
    try {
      return await find(request)
    } catch (error) {
      // Internal failures do not count against the caller.
      if (error instanceof Problem && error.status < 500) await failed.count(network)
      throw error
    }
  }
}

function tooManyLinks({ headers }: Problem): Problem {
  const detail =
    'Too many invalid links were opened from your network. Wait a minute, then try again.'
  return new Problem('rate_limited', detail, { headers })
}

/** Only people open these links. */
function answerWithPages(app: FastifyInstance, basePath: string): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = beginProblem(error, request, reply)
    const { title } = problem.toBody(request.id)
    return sendPlainPage(reply, basePath, {
      title,
      body: `<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(problem.detail)}</p>
<p><code>${escapeHtml(request.id)}</code></p>
</main>`,
    })
  })
}

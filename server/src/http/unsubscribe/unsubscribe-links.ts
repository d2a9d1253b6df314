// The links in e-mails that unsubscribe, without a sign-in: a page that asks, and the POST of its button or of a mail program
// (RFC 8058). The token in the URL authenticates, so no response may be cached, framed or passed on as a referrer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#lib/messages/escape-html.ts'
import { networkOf } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import type { ReadBody } from '../body/body-reader.ts'
import { acceptBytes, refuseCompressed } from '../json-body.ts'
import { beginProblem } from '../problems.ts'
import type { FailedKeyLimiter } from '../rate-limit.ts'
import { tenantOfHost } from '../tenant-host.ts'
import { addDashboardHeaders } from '../ui/dashboard-headers.ts'
import { sendPlainPage } from '../ui/plain-page.ts'

export type UnsubscribeWords = { title: string; ask: string; button: string; done: string }

export type UnsubscribeServices = {
  basePath: string
  hostSuffix: string | null
  /** Throws unless the tenant exists and is active; returns its ID. */
  findTenant: (slug: string) => Promise<string>
  /** Both throw `unsubscribe_link_invalid` unless the link works. */
  show: (tenantId: string, token: string) => Promise<UnsubscribeWords>
  unsubscribe: (tenantId: string, token: string) => Promise<UnsubscribeWords>
  failed: FailedKeyLimiter
  readBody: ReadBody
}

/** `List-Unsubscribe=One-Click`, in whatever form a mail program sends it. */
const MAX_FORM_BYTES = 4 * 1024

type LinkRoute = { Params: { token: string } }

export async function bindUnsubscribeLinks(
  app: FastifyInstance,
  services: UnsubscribeServices,
): Promise<void> {
  const { basePath, failed } = services
  addDashboardHeaders(app)
  app.setErrorHandler((error, request, reply) => {
    const problem = beginProblem(error, request, reply)
    const { title } = problem.toBody(request.id)
    return answer(reply, basePath, title, `<p>${escapeHtml(problem.detail)}</p>`)
  })
  acceptBytes(app, services.readBody)
  const open = async (
    request: FastifyRequest<LinkRoute>,
    act: UnsubscribeServices['show'],
  ): Promise<UnsubscribeWords> => {
    const network = networkOf(request.ip)
    const refusal = await failed.findRefusal(network)
    if (refusal) throw refusal
    try {
      const slug = tenantOfHost(request.headers.host, services.hostSuffix) ?? ''
      return await act(await services.findTenant(slug), request.params.token)
    } catch (error) {
      // Internal failures do not count against the caller.
      if (error instanceof Problem && error.status < 500) await failed.count(network)
      throw error
    }
  }
  app.get<LinkRoute>('/:token', async (request, reply) => {
    const words = await open(request, services.show)
    const action = `${basePath}/unsubscribe/${request.params.token}`
    const form = `<p>${escapeHtml(words.ask)}</p>
<form method="post" action="${escapeHtml(action)}"><button class="button" type="submit">${escapeHtml(words.button)}</button></form>`
    return answer(reply, basePath, words.title, form)
  })
  app.post<LinkRoute>('/:token', {
    bodyLimit: MAX_FORM_BYTES,
    onRequest: refuseCompressed,
    handler: async (request, reply) => {
      const { title, done } = await open(request, services.unsubscribe)
      const said = `<p class="good" role="status">${escapeHtml(done)}</p>`
      return answer(reply, basePath, title, said)
    },
  })
}

/** `content` is trusted HTML. */
function answer(
  reply: FastifyReply,
  basePath: string,
  title: string,
  content: string,
): FastifyReply {
  const body = `<main>\n<h1>${escapeHtml(title)}</h1>\n${content}\n</main>`
  return sendPlainPage(reply, basePath, { title, body })
}

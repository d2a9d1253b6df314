// Choosing a password by a link: the one page and the one change that ask for no sign-in. The token in the link is the
// key, and it is no part of any address that a browser sends.
import { type PasswordReset, resetOperation } from '@task-service/contract'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '#lib/network-of.ts'
import { compileInput } from '../input.ts'
import { acceptJsonOnly, refuseCompressed } from '../json-body.ts'
import type { FailedKeyLimiter } from '../rate-limit.ts'
import { tenantOfHost } from '../tenant-host.ts'
import { resetPage, sendPlainPage } from './plain-page.ts'
import { type OwnOrigin, refuseCrossSite } from './same-origin.ts'

export type ResetServices = OwnOrigin & {
  basePath: string
  /** Throws when the link does not work or the password is too easy to guess. */
  reset: (slug: string, choice: PasswordReset, requestId: string) => Promise<void>
  failed: FailedKeyLimiter
}

export async function bindReset(ui: FastifyInstance, services: ResetServices): Promise<void> {
  const { basePath, failed } = services
  acceptJsonOnly(ui)
  ui.addHook('onRequest', refuseCrossSite(services))
  ui.get('/reset', async (_request, reply) =>
    sendPlainPage(reply, basePath, {
      title: 'Choose a password',
      body: resetPage,
      script: 'reset.js',
    }),
  )
  const readInput = compileInput(resetOperation)
  ui.post('/reset', { onRequest: refuseCompressed }, async (request, reply) => {
    const network = networkOf(request.ip)
    const refusal = await failed.findRefusal(network)
    if (refusal) throw refusal
    const { body } = readInput(request)
    const slug = tenantOfHost(request.headers.host, services.hostSuffix) ?? ''
    try {
      await services.reset(slug, body, request.id)
    } catch (error) {
      await failed.count(network)
      throw error
    }
    return reply.code(204).send()
  })
}

// Password reset by a link: the one page and the one change that require no sign-in. The token in the link authenticates,
// and is not part of any URL that a browser sends.
import { type PasswordReset, resetOperation } from '@task-service/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import type { ReadBody } from '../body/body-reader.ts'
import { compileInput } from '../input.ts'
import { acceptJsonOnly, refuseCompressed } from '../json-body.ts'
import type { FailedKeyLimiter } from '../rate-limit.ts'
import { tenantOfHost } from '../tenant-host.ts'
import { resetPage, sendPlainPage } from './plain-page.ts'
import { type OwnOrigin, refuseCrossSite } from './same-origin.ts'

export type ResetServices = OwnOrigin & {
  basePath: string
  /** Throws unless the tenant exists and is active; returns its ID. */
  findTenant: (slug: string) => Promise<string>
  /** Throws when the link does not work or the password is too easy to guess. */
  reset: (
    tenant: { id: string; slug: string },
    choice: PasswordReset,
    requestId: string,
  ) => Promise<void>
  failed: FailedKeyLimiter
  readBody: ReadBody
}

/** More than a token and the longest password, with every character escaped. */
export const MAX_RESET_BYTES = 8 * 1024

export async function bindReset(ui: FastifyInstance, services: ResetServices): Promise<void> {
  const { basePath } = services
  acceptJsonOnly(ui, services.readBody)
  ui.addHook('onRequest', refuseCrossSite(services))
  ui.get('/reset', async (_request, reply) =>
    sendPlainPage(reply, basePath, {
      title: 'Choose a password',
      body: resetPage,
      script: 'reset.js',
    }),
  )
  bindChange(ui, services)
}

function bindChange(ui: FastifyInstance, services: ResetServices): void {
  const { failed } = services
  const readInput = compileInput(resetOperation)
  const tenants = new WeakMap<FastifyRequest, { id: string; slug: string }>()
  const counted = async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      // Internal failures do not count against the caller.
      if (error instanceof Problem && error.status < 500) await failed.count(network)
      throw error
    }
  }
  const admit = async (request: FastifyRequest): Promise<void> => {
    const network = networkOf(request.ip)
    const refusal = await failed.findRefusal(network)
    if (refusal) throw refusal
    const slug = tenantOfHost(request.headers.host, services.hostSuffix) ?? ''
    const id = await counted(network, () => services.findTenant(slug))
    tenants.set(request, { id, slug })
  }
  ui.post('/reset', {
    bodyLimit: MAX_RESET_BYTES,
    onRequest: [refuseCompressed, admit],
    handler: async (request, reply) => {
      const { body } = readInput(request)
      const tenant = tenants.get(request) ?? { id: '', slug: '' } // set before the body was read
      await counted(networkOf(request.ip), () => services.reset(tenant, body, request.id))
      return reply.code(204).send()
    },
  })
}

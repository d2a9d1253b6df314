// Mounts the one-time links of questions: `/answer/{token}`, without sign-in.
import type { FastifyInstance } from 'fastify'
import { refuseMoved } from '#domains/keys/index.ts'
import { findTenant, isServed } from '#domains/tenants/index.ts'
import { answerByLink, showLinked } from '#domains/work/index.ts'
import { type AnswerLinkServices, bindAnswerLinks } from '#http/answer/answer-links.ts'
import type { ReadBody } from '#http/body/body-reader.ts'
import { failedKeyLimiter } from '#http/rate-limit.ts'
import { byteLimits } from '#lib/limits/byte-limits.ts'
import { Problem } from '#lib/problem.ts'
import type { ApiOptions } from '../api-options.ts'

/** Links with a wrong token, of one network: they are not guessed, and looking costs a query. */
const WRONG_LINKS_PER_MINUTE = 30

export async function mountAnswer(
  app: FastifyInstance,
  options: ApiOptions,
  readBody: ReadBody,
): Promise<void> {
  const { http, limits } = options.config
  await app.register(
    async (links) =>
      bindAnswerLinks(links, {
        basePath: http.basePath,
        hostSuffix: http.hostSuffix,
        ...createSteps(options),
        failed: failedKeyLimiter(limits.guessesPerHour && WRONG_LINKS_PER_MINUTE),
        readBody,
      }),
    { prefix: '/answer' },
  )
}

function createSteps({
  db,
  instance: { pepper },
  config,
}: ApiOptions): Pick<AnswerLinkServices, 'findTenant' | 'find' | 'answer'> {
  return {
    async findTenant(slug) {
      const tenant = await findTenant(db.auth, slug)
      if (!tenant || !isServed(tenant)) throw new Problem('answer_link_invalid')
      await refuseMoved(db.auth, tenant)
      return tenant.tenant_id
    },
    find: ({ id }, token) => db.tenantRead(id, (tx) => showLinked({ tx }, pepper, token)),
    answer: ({ id }, token, given, requestId) =>
      db.tenantTx(id, (tx) => {
        const actor = { kind: 'system', id: 'answer-link' } as const
        const ctx = { tx, actor, requestId, now: new Date(), limits: byteLimits(config.limits) }
        return answerByLink(ctx, pepper, token, given)
      }),
  }
}

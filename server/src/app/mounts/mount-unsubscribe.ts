// Mounts the links in e-mails that unsubscribe: `/unsubscribe/{token}`, without sign-in.
import type { FastifyInstance } from 'fastify'
import { showUnsubscribe, unsubscribe } from '#domains/digests/index.ts'
import { refuseMoved } from '#domains/keys/index.ts'
import { findTenant, isServed } from '#domains/tenants/index.ts'
import type { ReadBody } from '#http/body/body-reader.ts'
import { failedKeyLimiter } from '#http/rate-limit.ts'
import { bindUnsubscribeLinks } from '#http/unsubscribe/unsubscribe-links.ts'
import { Problem } from '#lib/problem.ts'
import type { ApiOptions } from '../api-options.ts'

/** Links with a wrong token, of one network: looking for the tenant costs a query. */
const WRONG_LINKS_PER_MINUTE = 30

/** Also without an SMTP server: links in e-mails that were sent before still work. */
export async function mountUnsubscribe(
  app: FastifyInstance,
  { db, config, instance: { pepper } }: ApiOptions,
  readBody: ReadBody,
): Promise<void> {
  const { basePath, hostSuffix } = config.http
  await app.register(
    async (links) =>
      bindUnsubscribeLinks(links, {
        basePath,
        hostSuffix,
        async findTenant(slug) {
          const tenant = await findTenant(db.auth, slug)
          if (!tenant || !isServed(tenant)) throw new Problem('unsubscribe_link_invalid')
          await refuseMoved(db.auth, tenant)
          return tenant.tenant_id
        },
        show: (id, token) =>
          db.tenantRead(id, async (tx) => (await showUnsubscribe({ tx }, { pepper, token })).words),
        unsubscribe: (id, token) =>
          db.tenantTx(id, async (tx) => {
            const ctx = { tx, now: new Date() }
            return (await unsubscribe(ctx, { pepper, token })).words
          }),
        failed: failedKeyLimiter(config.limits.guessesPerHour && WRONG_LINKS_PER_MINUTE),
        readBody,
      }),
    { prefix: '/unsubscribe' },
  )
}

// Sends e-mail digests and codes that are due, every few seconds, in every worker: each is claimed by one of them. A mail server that
// fails delays only e-mails: all workers wait for it, longer each time.
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import { findDueTenants, sendDue } from '#domains/digests/index.ts'
import { createMailer, domainOf, type MailConfig, type MailTimes } from '#egress/smtp/smtp.ts'
import { SmtpError } from '#egress/smtp/smtp-error.ts'
import { backoffMs } from '#lib/schedule/backoff.ts'
import type { Logger } from '#observe/log.ts'
import { observeCount, observeGauge } from '#observe/metrics.ts'
import { startTenantRounds } from './tenant-rounds.ts'

export type DigestWorkerOptions = {
  db: Pick<Database, 'feed' | 'tenantTx'>
  mail: MailConfig
  http: Config['http']
  pepper: Buffer
  log: Pick<Logger, 'warn'>
  /** Only tests pass others. */
  intervalMs?: number
  times?: MailTimes
  backoff?: { firstMs: number; maxMs: number }
  now?: () => Date
}

const INTERVAL_MS = 5_000
const BACKOFF = { firstMs: 10_000, maxMs: 10 * 60_000 }

export type DigestWorker = { isAlive: () => boolean; stop: () => Promise<void> }

export function startDigestWorker(options: DigestWorkerOptions): DigestWorker {
  const { db, mail, log, backoff = BACKOFF, now = () => new Date() } = options
  const counts = { sent: 0, failed: 0 }
  const down = { failures: 0, until: 0 }
  const isDown = () => performance.now() < down.until
  observeCount('task_service.digests.sent', 'E-mails sent', () => counts.sent)
  observeCount('task_service.digests.failed', 'E-mails that were not sent', () => counts.failed)
  const failing = 'Attempts in a row at which the SMTP server could not be used'
  observeGauge('task_service.smtp.failures', failing, () => down.failures)
  const stopping = new AbortController()
  const parts = {
    inTenant: db.tenantTx,
    mailer: createMailer(mail, options.times),
    pepper: options.pepper,
    http: options.http,
    domain: domainOf(mail.from),
    now,
    signal: stopping.signal,
    onFailure: (err: SmtpError, about: { tenant_id: string; user_id: string }) => {
      counts.failed++
      log.warn({ err, failure: err.failure, ...about }, 'failed to send an e-mail')
    },
  }
  const giveWay = (err: SmtpError) => {
    // Two turns at once see the same failure.
    if (isDown()) return
    down.failures++
    const delayMs = backoffMs(down.failures, backoff)
    down.until = performance.now() + delayMs
    log.warn({ err, retry_in_ms: delayMs }, 'the SMTP server cannot be used; it is tried again')
  }
  const rounds = startTenantRounds({
    name: 'sending e-mails',
    log,
    intervalMs: options.intervalMs ?? INTERVAL_MS,
    find: async (except) => (isDown() ? [] : findDueTenants(db.feed.look, now(), except)),
    async tend(tenantId) {
      if (isDown()) return false
      try {
        const done = await sendDue(parts, tenantId)
        counts.sent += done.sent
        if (done.sent > 0) down.failures = 0
        return done.hasMore
      } catch (error) {
        if (!(error instanceof SmtpError)) throw error
        giveWay(error)
        return false
      }
    },
  })
  return {
    isAlive: rounds.isAlive,
    async stop() {
      stopping.abort()
      await rounds.stop()
    },
  }
}

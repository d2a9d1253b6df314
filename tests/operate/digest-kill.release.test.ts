// `kill -9` of a worker after the mail server has an e-mail, and before the worker knows: it is not sent a second time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withAdmin } from '../harness/admin-client.ts'
import { createDatabase } from '../harness/database.ts'
import { startSmtpServer } from '../harness/mail/smtp-server.ts'
import { type Service, startService } from '../harness/service.ts'
import { until } from './until.ts'

const ADDRESS = 'ada@example.com'

/** One user, who has an unread item and a digest that is due. */
const DUE_DIGEST = `
  with item as (
    insert into notifications (tenant_id, user_id, id, kind, task_id, cause, created_at, shows_at)
    select u.tenant_id, u.id, gen_random_uuid(), 'assignment', t.id, 'assignment:1', now(), now()
    from users u join tasks t on t.tenant_id = u.tenant_id)
  insert into inbox_digests (tenant_id, user_id, frequency, hour, time_zone, language, address, period_at, next_at)
  select tenant_id, id, 'daily', 8, 'UTC', 'en', '${ADDRESS}', now(), now() from users`

/** As if the claim of the killed worker had ended; and a code that is due, which shows that the next worker has looked. */
const CLAIM_ENDED = `
  update inbox_digests set claimed_until = now() - interval '1 second', wanted_address = 'b@example.com',
    code_id = gen_random_uuid(), code_expires_at = now() + interval '1 hour', code_at = now()`

test('a worker that is killed while it sends leaves one digest', async () => {
  const database = await createDatabase()
  const env = {
    SERVICE_ACP_SMTP_FROM: 'tasks@example.com',
    SERVICE_ACP_PUBLIC_URL: 'https://tasks.example.com',
  }
  let worker: Service | undefined
  let kill: Promise<void> | undefined
  const server = await startSmtpServer({
    async onData() {
      kill ??= worker?.kill()
      await kill
    },
  })
  const start = (role: string) =>
    startService({
      databaseUrl: database.url,
      env: { ...env, SERVICE_ACP_SMTP_URL: server.url },
      args: ['--role', role],
      ...(role === 'worker' && { until: 'worker started' }),
    })
  const query = <Row>(text: string) =>
    withAdmin(database.superuserUrl, async (admin) => (await admin.query(text)).rows as Row[]) // the caller names the columns
  try {
    const api = await start('api')
    const created = await fetch(`${api.url}/api/tasks`, {
      method: 'POST',
      headers: { 'x-api-key': api.apiKey, 'content-type': 'application/json' },
      body: '{"title":"Gate code"}',
    })
    assert.equal(created.status, 201)
    await api.stop()
    await query(DUE_DIGEST)
    worker = await start('worker')
    await until('the server has the e-mail', () => server.mails.length === 1, 60_000)
    await kill
    await query(CLAIM_ENDED)
    worker = await start('worker')
    await until('the next worker sends', () => server.mails.length === 2, 60_000)
    await worker.stop()
    assert.deepEqual(
      server.mails.map(({ to }) => to),
      [ADDRESS, 'b@example.com'],
    )
    const [row] = await query<{ planned: boolean }>(
      'select next_at > now() and code_at is null as planned from inbox_digests',
    )
    assert.equal(row?.planned, true)
  } finally {
    await worker?.kill().catch(() => undefined)
    await server.stop()
    await database.drop()
  }
})

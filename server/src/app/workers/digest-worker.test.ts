// E-mail digests by workers and a real SMTP server: once per period, whatever fails, and nothing to addresses that are not confirmed.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  asReader,
  dispatch,
  newReaders,
  type Reader,
} from '../../../../tests/harness/inbox/inbox-world.ts'
import {
  changeDigest,
  codeTo,
  confirm,
  digestOf,
  digestsTo,
  FROM,
  type Senders,
  setAddress,
  startSenders,
} from '../../../../tests/harness/mail/digest-world.ts'
import {
  startSmtpServer,
  type TestSmtpServer,
  textOf,
} from '../../../../tests/harness/mail/smtp-server.ts'
import { inspect, newUser, testApi } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

let server: TestSmtpServer
const running: Senders[] = []
let count = 0

before(async () => {
  await testApi()
  server = await startSmtpServer()
})
after(async () => {
  await stopAll()
  await server.stop()
})

const start = async (...given: Parameters<typeof startSenders>) => {
  const senders = await startSenders(...given)
  running.push(senders)
  return senders
}

async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((one) => one.stop()))
  server.rules.reject = undefined
  server.rules.onData = undefined
}

type Subscriber = { client: ApiClient; who: Reader; address: string }

/** A user with a confirmed address, a daily digest and an unread item. */
async function newSubscriber(given?: { client: ApiClient; who: Reader }): Promise<Subscriber> {
  const known = given ?? (await newReaders())
  const who = 'who' in known ? known.who : known.ada
  const { client } = known
  const address = `ada-${++count}@example.com`
  await setConfirmed(who, address)
  await changeDigest(who, { frequency: 'daily' })
  await client.create({ assignee: who.username, title: `Gate ${count}` })
  await dispatch()
  return { client, who, address }
}

/** Past the code, which has its own test. */
async function setConfirmed(who: Reader, address: string): Promise<void> {
  await setAddress(who, address)
  await inspect(
    `update inbox_digests set address = $2, wanted_address = null, code_at = null
     where user_id = $1`,
    [idOf(who), address],
  )
}

const idOf = ({ id }: Pick<Reader, 'id'>) => id.replace('usr_', '')

/** As if its time had come. */
const makeDue = (...people: readonly Subscriber[]) =>
  inspect(
    `update inbox_digests set period_at = now() - interval '1 second', next_at = now() - interval '1 second'
     where user_id = any($1::uuid[])`,
    [people.map(({ who }) => idOf(who))],
  )

async function stateOf({ who }: Subscriber) {
  const [row] = await inspect<{
    next_at: Date | null
    period_at: Date
    last_sent_at: Date | null
    attempts: number
    refusals: number
    address: string | null
    claim: string | null
  }>('select * from inbox_digests where user_id = $1', [idOf(who)])
  assert.ok(row)
  return row
}

const isPlanned = async (one: Subscriber) => {
  const { next_at: next, claim } = await stateOf(one)
  return next !== null && next > new Date() && claim === null
}

describe('an address', () => {
  test('is used once the code that was sent to it is confirmed', async () => {
    const { client, ada } = await newReaders()
    await start(server)
    const asked = await setAddress(ada, 'Ada@example.com')
    assert.equal(asked.statusCode, 200, asked.body)
    await changeDigest(ada, { frequency: 'weekly', language: 'de' })
    const code = await until('the code arrives', () => codeTo(server, 'Ada@example.com'))
    const { address, unconfirmed_address: waiting, next_at: next } = await digestOf(ada)
    assert.deepEqual([address, waiting, next], [null, 'Ada@example.com', null])
    assert.equal((await confirm(ada, 'AAAAA-AAAAA')).statusCode, 400)
    const done = await confirm(ada, ` ${code.toLowerCase().replace('-', ' ')} `)
    assert.equal(done.statusCode, 200, done.body)
    const confirmed = await digestOf(ada)
    assert.deepEqual([confirmed.address, confirmed.unconfirmed_address], ['Ada@example.com', null])
    assert.equal(new Date(confirmed.next_at ?? '').getUTCDay() % 6 < 2, true)
    assert.equal((await confirm(ada, code)).statusCode, 400, 'a code works once')
    const mail = server.mails.find(({ to }) => to === 'Ada@example.com')
    assert.ok(mail)
    assert.equal(mail.from, 'tasks@mail.example.com')
    assert.ok(textOf(mail).includes(client.tenant.host))
    await stopAll()
  })
})

describe('a digest', () => {
  test('has what is unread, in text and HTML that runs nothing, and headers that cannot be added to', async () => {
    const { client, who, address } = await newSubscriber()
    const evil = '<img src=x onerror=alert(1)>\r\nBcc: eve@example.com\r\n\r\n"&\u202e'
    await client.create({ assignee: who.username, title: evil })
    const read = await client.create({ assignee: who.username, title: 'Read' })
    const snoozed = await client.create({ assignee: who.username, title: 'Snoozed' })
    await dispatch()
    for (const { id, task } of await who.list()) {
      if (task.id === read.id) await who.change(id, { read: true })
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
      if (task.id === snoozed.id) await who.change(id, { snoozed_until: inAnHour })
    }
    const subscriber = { client, who, address }
    await makeDue(subscriber)
    await start(server)
    await until('it is sent', () => digestsTo(server, address).length > 0)
    await until('it is recorded', () => isPlanned(subscriber))
    await stopAll()
    const [mail, ...more] = digestsTo(server, address)
    assert.ok(mail)
    assert.deepEqual(more, [])
    assert.equal(mail.headers.get('from'), FROM)
    assert.equal(mail.headers.get('bcc'), undefined)
    const text = textOf(mail)
    const html = textOf(mail, 'text/html')
    assert.match(text, /2 unread items/)
    assert.match(text, /Gate \d+/)
    assert.doesNotMatch(text + html, /Read\b|Snoozed|\u202e/)
    assert.ok(text.includes('<img src=x onerror=alert(1)> Bcc: eve@example.com "&'))
    assert.doesNotMatch(html, /<img|<script/)
    assert.ok(html.includes('&#60;img src=x onerror=alert(1)&#62;'))
    assert.ok(html.includes(`https://${client.tenant.host}/ui/tasks/T-${read.number - 1}`))
    const unsubscribe = mail.headers.get('list-unsubscribe') ?? ''
    assert.match(
      unsubscribe,
      new RegExp(`^<https://${client.tenant.host}/unsubscribe/[\\w-]{43}>$`),
    )
    assert.equal(mail.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    assert.equal(mail.headers.get('auto-submitted'), 'auto-generated')
  })

  test('is not sent if nothing is unread, or the user is disabled', async () => {
    const [nothing, disabled, marker] = [
      await newSubscriber(),
      await newSubscriber(),
      await newSubscriber(),
    ]
    await nothing.who.ask('/ui/api/inbox/read-all', { method: 'POST', body: {} })
    await inspect('update users set disabled_at = now() where id = $1', [idOf(disabled.who)])
    await makeDue(nothing, disabled, marker)
    await start(server)
    for (const one of [nothing, disabled, marker]) await until('it is over', () => isPlanned(one))
    await stopAll()
    assert.deepEqual(
      [nothing, disabled, marker].map(({ address }) => digestsTo(server, address).length),
      [0, 0, 1],
    )
    assert.equal((await stateOf(nothing)).last_sent_at, null)
  })

  test('is sent once, however many workers there are', async () => {
    const people: Subscriber[] = []
    const first = await newSubscriber()
    people.push(first)
    for (let at = 0; at < 5; at++) {
      const user = await newUser(first.client.tenant, `user-${at}`)
      const who = await asReader(first.client, user)
      people.push(await newSubscriber({ client: first.client, who }))
    }
    await makeDue(...people)
    await start(server, { count: 4 })
    for (const one of people) await until('it is recorded', () => isPlanned(one))
    await stopAll()
    assert.deepEqual(
      people.map(({ address }) => digestsTo(server, address).length),
      people.map(() => 1),
    )
  })

  test('counts as sent if the response is lost, and other tenants do not wait', async () => {
    const [one, other] = [await newSubscriber(), await newSubscriber()]
    await makeDue(one)
    let isHeld = false
    server.rules.onData = async ({ to }) => {
      if (to !== one.address) return
      isHeld = true
      await new Promise((resolve) => setTimeout(resolve, 600))
    }
    await start(server, { times: { connectMs: 2_000, silenceMs: 200, sendMs: 400 } })
    await until('the server does not respond', () => isHeld)
    await makeDue(other)
    await until('the other one is sent', () => digestsTo(server, other.address).length === 1)
    await until('it is over', () => isPlanned(one))
    await stopAll()
    assert.ok(digestsTo(server, one.address).length <= 1)
    assert.notEqual((await stateOf(one)).last_sent_at, null)
  })

  test('that is rejected for now is tried again with the same Message-ID', async () => {
    const one = await newSubscriber()
    await makeDue(one)
    let isBusy = true
    const ids = new Set<string | undefined>()
    server.rules.onData = (mail) => {
      ids.add(mail.headers.get('message-id'))
      if (isBusy) throw Object.assign(new Error('4.3.2 Try again later'), { responseCode: 451 })
    }
    await start(server)
    await until('it is postponed', async () => (await stateOf(one)).attempts === 1)
    const { next_at: next, period_at: period, last_sent_at: sent } = await stateOf(one)
    assert.ok(next && next.getTime() - period.getTime() > 4 * 60_000)
    assert.equal(sent, null)
    isBusy = false
    await inspect('update inbox_digests set next_at = now() where user_id = $1', [idOf(one.who)])
    await until('it is sent', () => digestsTo(server, one.address).length === 1)
    await until('it is recorded', () => isPlanned(one))
    await stopAll()
    assert.equal(ids.size, 1)
  })

  test('is turned off after an address was rejected three times; other rejections skip one', async () => {
    const [gone, spam] = [await newSubscriber(), await newSubscriber()]
    server.rules.reject = (to) => {
      if (to === gone.address) return '550 5.1.1 No such user'
      return to === spam.address ? '554 5.7.1 Rejected by policy' : undefined
    }
    await start(server)
    for (let times = 1; times <= 3; times++) {
      await makeDue(gone, spam)
      await until('it is rejected', async () => (await stateOf(gone)).refusals === times)
      await until('the other is over', () => isPlanned(spam))
    }
    await stopAll()
    const off = await digestOf(gone.who)
    assert.deepEqual([off.address, off.address_rejected, off.next_at], [null, true, null])
    assert.equal((await stateOf(spam)).refusals, 0)
    assert.equal((await digestOf(spam.who)).address, spam.address)
  })
})

describe('a server that is down', () => {
  test('delays digests, loses none, and the loop stays alive', async () => {
    const one = await newSubscriber()
    const other = await startSmtpServer()
    const port = Number(new URL(other.url).port)
    await other.stop()
    const { last_sent_at: sentAt } = await stateOf(one)
    await makeDue(one)
    const failures: unknown[] = []
    const log = { warn: (fault: unknown) => void failures.push(fault) }
    const { workers } = await start(other, { log })
    await until('it was tried several times', () => failures.length > 2)
    assert.equal(workers[0]?.isAlive(), true)
    assert.equal((await stateOf(one)).last_sent_at, sentAt)
    const back = await startSmtpServer({}, port)
    await until('it is sent', () => digestsTo(back, one.address).length === 1)
    await stopAll()
    await back.stop()
  })
})

test('a tenant with many digests does not delay another one', async () => {
  const large = await newSubscriber()
  await inspect(
    `insert into users (tenant_id, id, username, name, created_by, created_at, updated_at)
     select $1, gen_random_uuid(), 'many-' || n, '', 'system:test', now(), now() from generate_series(1, 200) n`,
    [large.client.tenant.id],
  )
  await inspect(
    `with many as (
       insert into inbox_digests (tenant_id, user_id, frequency, hour, time_zone, language, address, period_at, next_at)
       select tenant_id, id, 'daily', 8, 'UTC', 'en', username || '@many.example.com', now() - interval '1 hour', now() - interval '1 hour'
       from users where tenant_id = $1 and username like 'many-%' returning tenant_id, user_id)
     insert into notifications (tenant_id, user_id, id, kind, task_id, cause, created_at, shows_at)
     select n.tenant_id, m.user_id, gen_random_uuid(), 'assignment', n.task_id, n.cause, now(), now()
     from notifications n join many m on m.tenant_id = n.tenant_id where n.user_id = $2`,
    [large.client.tenant.id, idOf(large.who)],
  )
  const small = await newSubscriber()
  await makeDue(small)
  const sentToMany = () => server.mails.filter(({ to }) => to.endsWith('@many.example.com')).length
  server.rules.onData = () => new Promise((resolve) => setTimeout(resolve, 5))
  await start(server)
  await until('the small one is sent', () => digestsTo(server, small.address).length === 1)
  assert.ok(sentToMany() < 200, `it waited for ${sentToMany()}`)
  await until('all are sent', () => sentToMany() === 200, 60_000)
  await stopAll()
})

// An idle dispatcher only looks, and finds whatever comes: new events, those of older transactions, retries and requests.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DispatchScene,
  openDispatchScene,
} from '../../../../../../tests/harness/webhooks/dispatch-scene.ts'
import { until } from '../../../../../../tests/operate/until.ts'
import { uuidv7 } from '../../../../lib/uuid.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'

describe('an idle dispatcher', () => {
  const tenant = uuidv7()
  let scene: DispatchScene
  let dispatcher: Dispatcher
  let transactions = 0
  const isDispatched = async (id: string | undefined) =>
    (await scene.dispatched(tenant)).filter((one) => one === id).length === 1

  before(async () => {
    scene = await openDispatchScene()
    await scene.addWebhook(tenant)
    const { feed } = scene.db
    dispatcher = startDispatcher({
      ...scene.newProcess(),
      feed: {
        ...feed,
        tx: (work) => {
          transactions++
          return feed.tx(work)
        },
      },
      onDispatched: () => undefined,
      onError: (error) => assert.fail(String(error)),
    })
    const [first] = await scene.addEvents(scene.admin, tenant)
    await until('the first event is dispatched', () => isDispatched(first))
    await untilIdle()
  })
  after(async () => {
    await dispatcher.stop()
    await scene.stop()
  })

  const untilIdle = () =>
    until('nothing but looks', async () => {
      const count = transactions
      await sleep(600)
      return transactions === count
    })

  it('dispatches an event that comes after a pause', async () => {
    const [id] = await scene.addEvents(scene.admin, tenant)
    await until('the event is dispatched', () => isDispatched(id))
    await untilIdle()
  })

  it('dispatches events of a transaction that was open while it looked', async () => {
    const older = await scene.connect()
    await older.query('begin')
    const [late] = await scene.addEvents(older, tenant)
    const [early] = await scene.addEvents(scene.admin, tenant)
    await until('the later event is dispatched', () => isDispatched(early))
    await untilIdle()
    await older.query('commit')
    await until('the event of the older transaction is dispatched', () => isDispatched(late))
    await untilIdle()
  })

  it('queues what was requested, deferred or held', async () => {
    const changes = [
      `queued_at = null`,
      `is_deferred = true, next_attempt_at = now() + interval '6 seconds'`,
      `is_deferred = true, next_attempt_at = null`,
    ]
    for (const change of changes) {
      await scene.admin.query(`update deliveries set ${change}`)
      await until(`queued after ${change}`, async () => {
        const { rows } = await scene.admin.query(
          'select from deliveries where queued_at is null or is_deferred',
        )
        return rows.length === 0
      })
      await untilIdle()
    }
  })
})

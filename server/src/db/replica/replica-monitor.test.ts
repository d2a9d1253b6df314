// When the replica is in use, and what happens to reads that wait for it when it no longer is.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { until } from '../../../../tests/operate/until.ts'
import { ReplicaMonitor } from './replica-monitor.ts'
import { ReplicaRefused, type ReplicaStatus } from './replica-options.ts'

let monitor: ReplicaMonitor
let isCurrent = true
let changes: ReplicaStatus[] = []

function start(check = async () => refuseUnlessCurrent()): void {
  isCurrent = true
  changes = []
  monitor = new ReplicaMonitor({
    check,
    timeoutMs: 50,
    onChange: (status) => changes.push(status),
  })
}

function refuseUnlessCurrent(): void {
  if (!isCurrent) throw new ReplicaRefused('behind', 'behind')
}

const states = () => changes.map((one) => (one.state === 'in_use' ? one.state : one.reason))
const untilInUse = () => until('it is in use', () => monitor.status.state === 'in_use')
const never = new Promise<string>(() => undefined)

afterEach(() => monitor.stop())

test('it is not used before a check has succeeded', async () => {
  start()
  assert.deepEqual(monitor.status, { state: 'not_used', reason: 'connecting' })
  await untilInUse()
  assert.deepEqual(states(), ['in_use'])
})

test('reads that wait get an error when it goes out of use, and it comes back automatically', async () => {
  start()
  await untilInUse()
  const waiting = monitor.guard(never)
  isCurrent = false
  monitor.report(new Error('a read failed'))
  await assert.rejects(waiting, { reason: 'behind' })
  isCurrent = true
  await untilInUse()
  assert.deepEqual(states(), ['in_use', 'behind', 'in_use'])
  assert.equal(await monitor.guard(Promise.resolve('read')), 'read')
})

test('a refusal takes it out of use at once, another error only if the check fails too', async () => {
  start()
  await untilInUse()
  monitor.report(new Error('of this read alone'))
  assert.equal(monitor.status.state, 'in_use')
  monitor.report(new ReplicaRefused('promoted', 'promoted'))
  assert.equal(monitor.status.state, 'not_used')
})

test('a check without a response has another reason than one that fails', async () => {
  start(() => new Promise<void>(() => undefined))
  await until('the first check is over', () => changes.length > 0)
  assert.deepEqual(states(), ['unresponsive'])
  assert.ok(monitor.lagMs > 0)
})

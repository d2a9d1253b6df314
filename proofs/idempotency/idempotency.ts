// Verifies idempotency: a request with an Idempotency-Key is executed once, however often it is sent.
import { createHash } from 'node:crypto'
import {
  type Answer,
  codeOf,
  createApiCaller,
  imageOf,
  isReplay,
} from '../../tests/harness/clients/api-caller.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { startFleet } from '../../tests/harness/processes/fleet.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { HOST_SUFFIX, provisionTenant, type TestTenant } from '../../tests/harness/service.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { ledgerFaults, readLedger } from './ledger.ts'
import {
  type CreateRequest,
  type Duplicates,
  type Sender,
  sendDuplicates,
  sendOnce,
} from './send-duplicates.ts'

const PROCESSES = 2
const COPIES = 20
const HANG_UP_SHARE = 0.05
/** Keys in flight at one time: their copies make a few hundred requests at once. */
const KEYS_AT_ONCE = 16

type Size = { keys: number; kills: number; afterwards: number }

type Storm = {
  sender: Sender
  size: Size
  tenants: [TestTenant, TestTenant]
  /** What clients got for each key, once all agree. */
  first: Map<string, Answer>
  tally: Tally
}

type Tally = Omit<Duplicates, 'answers'> & {
  answered: number
  replays: number
  /** The first response was not received: its sender hung up or its process was killed. */
  firstLost: number
  kills: number
  refusedBodies: number
  refusedPaths: number
  independent: number
  repeated: number
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'restarts processes under load for almost a minute; `server/src/db/idempotency.test.ts` and the tests of each route run on every change',
  budgetSeconds: 60,
  fullSizeForRelease: true,
  covers: ['server/src/http', 'server/src/domains/tasks', 'server/src/db'],
  claim: `each key is sent ${COPIES} times at once to ${PROCESSES} processes, while 5 % of the clients disconnect and processes are killed: one task, one event, one audit entry; all responses are identical; another body or path is rejected; the same key of another tenant is independent`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const cluster = await startCluster({ fsync: false, inMemory: true })
    try {
      return await proveOn(await createDatabase({ cluster }), options)
    } finally {
      await cluster.stop()
    }
  },
}

async function proveOn(database: TestDatabase, options: ProofOptions): Promise<Verdict> {
  const storm = await prepare(database, options)
  const { sender, tally, tenants } = storm
  try {
    await sendAll(storm, options)
    tally.faults.push(
      ...ledgerFaults(await readLedger(database.superuserUrl, tenants[0]), storm.size.keys),
    )
    // Without keys there is nothing to refuse or to repeat.
    if (!options.control) {
      await sendAfterwards(storm)
      for (const [tenant, keys] of [
        [tenants[0], storm.size.keys],
        [tenants[1], storm.size.afterwards],
      ] as const) {
        tally.faults.push(...ledgerFaults(await readLedger(database.superuserUrl, tenant), keys))
      }
    }
  } finally {
    await sender.fleet.stop()
    sender.caller.close()
  }
  for (const fault of tally.faults.slice(0, 5)) options.log(`  ${fault.slice(0, 300)}`)
  return judge(storm, options)
}

async function prepare(database: TestDatabase, options: ProofOptions): Promise<Storm> {
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX }
  const fleet = await startFleet({ databaseUrl: database.url, size: PROCESSES, env })
  return {
    sender: {
      fleet,
      caller: createApiCaller(),
      random: seededRandom(options.seed, 'duplicates'),
      sendKey: !options.control,
    },
    size: options.full
      ? { keys: 2_000, kills: 20, afterwards: 1_000 }
      : { keys: 300, kills: 2, afterwards: 100 },
    tenants: [
      await provisionTenant(database.url, 'one'),
      await provisionTenant(database.url, 'two'),
    ],
    first: new Map(),
    tally: {
      answered: 0,
      replays: 0,
      firstLost: 0,
      inFlight: 0,
      hungUp: 0,
      unreachable: 0,
      turnedAway: 0,
      kills: 0,
      refusedBodies: 0,
      refusedPaths: 0,
      independent: 0,
      repeated: 0,
      faults: [],
    },
  }
}

function requestFor(storm: Storm, index: number, place: 0 | 1 = 0): CreateRequest {
  const mark = createHash('sha256').update(`${index}`).digest('hex')
  return {
    tenant: storm.tenants[place],
    key: `key-${mark.slice(0, 24)}`,
    body: { title: `Task ${index}`, description: mark, labels: ['storm'], fields: { index } },
  }
}

/** Several keys at a time; processes are killed at even distances over the whole run. */
async function sendAll(storm: Storm, options: ProofOptions): Promise<void> {
  const { sender, size, tally } = storm
  let begun = 0
  let killing = Promise.resolve()
  const worker = async () => {
    for (let index = begun++; index < size.keys; index = begun++) {
      const request = requestFor(storm, index)
      const due = Math.floor(((index + 1) * size.kills) / size.keys)
      if (due > Math.floor((index * size.kills) / size.keys)) {
        killing = killing.then(() => sender.fleet.replace(due))
        tally.kills++
      }
      record(storm, request, await sendDuplicates(sender, request, COPIES, HANG_UP_SHARE))
      if ((index + 1) % 500 === 0) options.log(`${index + 1} keys`)
    }
  }
  await Promise.all(Array.from({ length: KEYS_AT_ONCE }, worker))
  await killing
}

function record({ tally, first }: Storm, { key }: CreateRequest, sent: Duplicates): void {
  const { answers, inFlight, hungUp, unreachable, turnedAway, faults } = sent
  const replays = answers.filter(isReplay).length
  const images = new Set(answers.map(imageOf))
  tally.answered += answers.length
  tally.inFlight += inFlight
  tally.hungUp += hungUp
  tally.unreachable += unreachable
  tally.turnedAway += turnedAway
  tally.replays += replays
  tally.faults.push(...faults)
  if (replays === answers.length) tally.firstLost++
  if (answers.length - replays > 1) tally.faults.push(`${key} was executed more than once`)
  if (images.size !== 1) tally.faults.push(`${key} has ${images.size} different responses`)
  if (answers[0]) first.set(key, answers[0])
}

/** What a later request with a used key gets, at both processes in turn. */
async function sendAfterwards(storm: Storm): Promise<void> {
  let begun = 0
  const worker = async () => {
    for (let index = begun++; index < storm.size.afterwards; index = begun++) {
      await sendLater(storm, index)
    }
  }
  await Promise.all(Array.from({ length: KEYS_AT_ONCE }, worker))
}

async function sendLater(storm: Storm, index: number): Promise<void> {
  const { sender, tally, first } = storm
  const request = requestFor(storm, index)
  const answer = first.get(request.key)
  const expect = (right: boolean, name: CountName, got: Answer) => {
    if (right) tally[name]++
    else tally.faults.push(`${name}: ${request.key} got ${got.status} ${got.body}`)
  }
  const otherBody = { ...(request.body as object), title: `Another ${index}` }
  const changed = await sendOnce(sender, { ...request, body: otherBody }, index)
  expect(isRefused(changed), 'refusedBodies', changed)
  const path = `/api/tasks/T-${index + 1}/transitions`
  const elsewhere = await sendOnce(sender, { ...request, path, body: { to: 'canceled' } }, index)
  expect(isRefused(elsewhere), 'refusedPaths', elsewhere)
  const again = await sendOnce(sender, request, index + 1)
  expect(isReplay(again) && imageOf(again) === (answer && imageOf(answer)), 'repeated', again)
  const other = await sendDuplicates(sender, requestFor(storm, index, 1), 3, 0)
  const [own] = other.answers
  const images = new Set(other.answers.map(imageOf))
  const isOwn = images.size === 1 && own !== undefined && own.body !== answer?.body
  expect(isOwn && other.faults.length === 0, 'independent', own ?? changed)
}

type CountName = 'refusedBodies' | 'refusedPaths' | 'repeated' | 'independent'

function isRefused(answer: Answer): boolean {
  return answer.status === 422 && codeOf(answer) === 'idempotency_key_reused'
}

function judge({ size, tally }: Storm, { control }: ProofOptions): Verdict {
  // Without keys no request waits for another, and no response is replayed.
  const exercised = [
    atLeast('requests rejected while the first one was in progress', tally.inFlight, 1),
    atLeast('aborted requests', tally.hungUp, 1),
    atLeast('replayed responses', tally.replays, 1),
  ]
  const figures = [
    `${size.keys} keys × ${COPIES} over ${PROCESSES} processes`,
    `${tally.answered} responses`,
    `${tally.replays} replays`,
    `${tally.inFlight} rejected while in progress`,
    `${tally.hungUp} aborted`,
    `${tally.kills} kills`,
    `${tally.unreachable} connection errors and ${tally.turnedAway} × 503, retried`,
    `${tally.firstLost} first responses lost`,
    `${tally.refusedBodies} other bodies and ${tally.refusedPaths} other paths rejected`,
    `${tally.independent} keys of two tenants independent`,
    `${tally.repeated} repeated later`,
    `${tally.faults.length} faults`,
  ]
  return {
    figures: figures.join(', '),
    criteria: [none('faults found', tally.faults.length), ...(control ? [] : exercised)],
  }
}

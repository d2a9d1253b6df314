// Many clients at once, in a closed or an open loop: either each connection sends its next request the moment it is
// answered, or requests come at a fixed rate, answered or not. wrk can do the first, but cannot report how long the
// admitted ones took; this can, at a cost of about 10 µs of a core for each answer.
import { execFile } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { percentile } from '../../tests/harness/measure/measurement.ts'

export type SwarmOptions = {
  port: number
  connections: number
  seconds: number
  /** Whole requests as they go over the wire; each one sent is drawn at random. */
  requests: readonly string[]
  /** Without it every connection is always busy. With it, one that finds all connections busy is never sent. */
  arrivalsPerSecond?: number
}

/** One second of the run. */
export type SwarmWindow = { admitted: number; refused: number; p99Ms: number }

export type SwarmReport = {
  offeredPerSecond: number
  sentPerSecond: number
  admittedPerSecond: number
  refusedPerSecond: number
  /** Of the admitted. */
  p50Ms: number
  p99Ms: number
  /** Answers by status. */
  statuses: Record<string, number>
  /** Refusals that do not say when to come back. */
  withoutRetryAfter: number
  /** Connections that ended while a request was waiting. */
  resets: number
  /** Requests without an answer for ten seconds. */
  timeouts: number
  /** Of a core, taken by the clients themselves. */
  cores: number
  windows: SwarmWindow[]
}

const TIMEOUT_MS = 10_000
const CONNECTS_AT_ONCE = 100
const TICK_MS = 5
const LONGEST_HEAD = 2048

export async function runSwarm(options: SwarmOptions): Promise<SwarmReport> {
  const run = promisify(execFile)(process.execPath, [import.meta.filename], { maxBuffer: 2 ** 24 })
  run.child.stdin?.end(JSON.stringify(options))
  return JSON.parse((await run).stdout) as SwarmReport // printed at the end of this file
}

type Answer = { status: number; ms: number; at: number }

class Swarm {
  readonly answers: Answer[] = []
  offered = 0
  sent = 0
  resets = 0
  timeouts = 0
  withoutRetryAfter = 0
  startedAt = 0
  cores = 0
  readonly #options: SwarmOptions
  readonly #requests: Buffer[]
  readonly #clients = new Set<Client>()
  #idle: Client[] = []
  #isOver = false

  constructor(options: SwarmOptions) {
    this.#options = options
    this.#requests = options.requests.map((text) => Buffer.from(text))
  }

  async run(): Promise<void> {
    for (let open = 0; open < this.#options.connections; open++) {
      if (open % CONNECTS_AT_ONCE === 0) await sleep(10)
      this.#open()
    }
    this.startedAt = performance.now()
    this.answers.length = 0
    this.sent = 0
    const cpuBefore = process.cpuUsage()
    const endsAt = this.startedAt + this.#options.seconds * 1000
    while (performance.now() < endsAt) {
      await sleep(TICK_MS)
      this.#arrive()
    }
    this.#isOver = true
    const { user, system } = process.cpuUsage(cpuBefore)
    this.cores = (user + system) / 1e6 / this.#options.seconds
    for (const { sentAt, socket } of this.#clients) {
      if (sentAt > 0 && endsAt - sentAt > TIMEOUT_MS) this.timeouts++
      socket.destroy()
    }
  }

  /** All that should have come by now; behind schedule, many at once. */
  #arrive(): void {
    const { arrivalsPerSecond } = this.#options
    if (arrivalsPerSecond === undefined) return
    const due = ((performance.now() - this.startedAt) / 1000) * arrivalsPerSecond
    let used = 0
    for (; this.offered < due; this.offered++) {
      const client = this.#idle[used]
      if (!client) continue
      client.send(this.#draw())
      used++
    }
    this.#idle = this.#idle.slice(used)
  }

  #open(): void {
    const client = new Client(this, connect(this.#options.port, '127.0.0.1'))
    this.#clients.add(client)
    client.socket.once('close', () => {
      this.#clients.delete(client)
      if (this.#isOver) return
      if (client.sentAt > 0) this.resets++
      this.#open()
    })
  }

  #draw(): Buffer {
    this.sent++
    return this.#requests[Math.floor(Math.random() * this.#requests.length)] ?? Buffer.alloc(0)
  }

  rest(client: Client): void {
    if (this.#options.arrivalsPerSecond === undefined) client.send(this.#draw())
    else this.#idle.push(client)
  }

  count(client: Client): void {
    const at = performance.now()
    const ms = at - client.sentAt
    if (ms > TIMEOUT_MS) this.timeouts++
    if (client.status >= 400 && !client.saysWhen) this.withoutRetryAfter++
    this.answers.push({ status: client.status, ms, at })
  }
}

/** Reads just enough HTTP to know where an answer ends; the service gives every answer a length. */
class Client {
  readonly socket: Socket
  sentAt = 0
  status = 0
  saysWhen = false
  readonly #swarm: Swarm
  #head = ''
  #received = 0
  #bodyLeft = 0

  constructor(swarm: Swarm, socket: Socket) {
    this.#swarm = swarm
    this.socket = socket
    socket.setNoDelay(true)
    socket.on('connect', () => swarm.rest(this))
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    // `close` follows, and is counted there.
    socket.on('error', () => undefined)
  }

  send(request: Buffer): void {
    this.#head = ''
    this.#received = 0
    this.#bodyLeft = 0
    this.sentAt = performance.now()
    this.socket.write(request)
  }

  #read(chunk: Buffer): void {
    if (this.#bodyLeft > 0) {
      this.#bodyLeft -= chunk.length
    } else {
      this.#received += chunk.length
      this.#head += chunk.toString('latin1', 0, LONGEST_HEAD)
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = this.#head.slice(0, end)
      this.status = Number(head.slice(9, 12))
      this.saysWhen = /\r\nretry-after: \d/i.test(head)
      const bodyLength = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
      this.#bodyLeft = end + 4 + bodyLength - this.#received
    }
    if (this.#bodyLeft > 0) return
    this.#swarm.count(this)
    this.sentAt = 0
    this.#swarm.rest(this)
  }
}

function summarize(swarm: Swarm, seconds: number): SwarmReport {
  const admitted = swarm.answers.filter(({ status }) => status < 400)
  const latencies = sortedLatencies(admitted)
  const statuses: Record<string, number> = {}
  for (const { status } of swarm.answers) statuses[status] = (statuses[status] ?? 0) + 1
  const windows = Array.from({ length: seconds }, (_, second) => {
    const from = swarm.startedAt + second * 1000
    const inside = swarm.answers.filter(({ at }) => at >= from && at < from + 1000)
    const good = inside.filter(({ status }) => status < 400)
    const p99Ms = percentile(sortedLatencies(good), 0.99)
    return { admitted: good.length, refused: inside.length - good.length, p99Ms }
  })
  return {
    offeredPerSecond: Math.max(swarm.offered, swarm.sent) / seconds,
    sentPerSecond: swarm.sent / seconds,
    admittedPerSecond: admitted.length / seconds,
    refusedPerSecond: (swarm.answers.length - admitted.length) / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    statuses,
    withoutRetryAfter: swarm.withoutRetryAfter,
    resets: swarm.resets,
    timeouts: swarm.timeouts,
    cores: swarm.cores,
    windows,
  }
}

function sortedLatencies(answers: readonly Answer[]): number[] {
  return answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
}

if (import.meta.main) {
  const options = JSON.parse(await readInput()) as SwarmOptions // written by runSwarm
  const swarm = new Swarm(options)
  await swarm.run()
  console.log(JSON.stringify(summarize(swarm, options.seconds)))
}

async function readInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  return text
}

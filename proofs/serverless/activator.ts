// What stands in front of the instances of a serverless platform: starts one when a request comes and there is none,
// holds requests until it is ready, and repeats none of them.
import { once } from 'node:events'
import {
  Agent,
  createServer,
  get,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending, Instance, Signal } from './instance.ts'

export type Activator = {
  url: string
  /** Milliseconds from the request that needed an instance to the first "ready". */
  coldStarts: number[]
  endings: Ending[]
  /** Asks every instance to end; the next request starts another. Settles when they have ended. */
  scaleToZero(signal: Signal): Promise<void>
  /** A new instance takes over when it is ready; then the old one is asked to end. */
  replace(signal: Signal): Promise<void>
  /** Stops the instance's CPU until the next request comes. */
  freeze(): Promise<void>
  countInstances(): number
  stop(): Promise<void>
}

/** `place` is there once it is ready. */
type Chosen = { opening: Promise<Place>; place?: Place }
type Place = { instance: Instance; agent: Agent; frozen: boolean }

/** How soon the platform notices that an instance says no. */
const LOOK_EVERY_MS = 100
const START_TIMEOUT_MS = 60_000

/** What the platform runs, and which of it gets the requests. */
type Fleet = {
  coldStarts: number[]
  endings: Ending[]
  running: Set<Place>
  /** The one that gets requests; the first to ask starts it. */
  take(): Promise<Place>
  /** Starts another, which gets requests from when it is ready. */
  renew(): Promise<void>
  end(place: Place, signal: Signal): Promise<void>
}

export async function startActivator(start: () => Promise<Instance>): Promise<Activator> {
  const fleet = createFleet(start)
  const { running } = fleet
  const endAll = async (signal: Signal) => {
    await Promise.all([...running].map((place) => fleet.end(place, signal)))
  }
  const server = createServer((incoming, reply) => {
    void fleet
      .take()
      .then(async (place) => {
        await thaw(place)
        forward(place, incoming, reply)
      })
      .catch((error: Error) => refuse(reply, 503, error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP

  return {
    url: `http://127.0.0.1:${port}`,
    coldStarts: fleet.coldStarts,
    endings: fleet.endings,
    scaleToZero: endAll,
    async replace(signal) {
      const old = await fleet.take()
      await fleet.renew()
      await fleet.end(old, signal)
    },
    async freeze() {
      const place = await fleet.take()
      await place.instance.freeze()
      place.frozen = true
    },
    countInstances: () => running.size,
    async stop() {
      server.closeAllConnections()
      server.close()
      await Promise.all([...running].map(thaw))
      await endAll('TERM')
    },
  }
}

function createFleet(start: () => Promise<Instance>): Fleet {
  const coldStarts: number[] = []
  const endings: Ending[] = []
  const running = new Set<Place>()
  let current: Chosen | undefined

  const open = async (): Promise<Place> => {
    const startedMs = performance.now()
    const place = { instance: await start(), agent: new Agent({ keepAlive: true }), frozen: false }
    running.add(place)
    await untilReady(place.instance)
    coldStarts.push(performance.now() - startedMs)
    return place
  }

  return {
    coldStarts,
    endings,
    running,
    take() {
      if (current) return current.opening
      const taken: Chosen = { opening: open() }
      current = taken
      taken.opening.then(
        (place) => (taken.place = place),
        // A start that failed is tried again by the next request.
        () => void (current = undefined),
      )
      return taken.opening
    },
    async renew() {
      const place = await open()
      current = { opening: Promise.resolve(place), place }
    },
    async end(place, signal) {
      const ended = place.instance.end(signal)
      // Like a load balancer it knows of the end only what the instance says about itself.
      void untilNotReady(place.instance).then(() => {
        if (current?.place === place) current = undefined
      })
      endings.push(await ended)
      place.agent.destroy()
      running.delete(place)
    },
  }
}

async function thaw(place: Place): Promise<void> {
  if (!place.frozen) return
  place.frozen = false
  await place.instance.thaw()
}

function forward(
  { instance, agent }: Place,
  incoming: IncomingMessage,
  reply: ServerResponse,
): void {
  const { method, url = '/', headers } = incoming
  const outgoing = request(`${instance.url}${url}`, { method, headers, agent })
  outgoing.on('response', (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
    answer.on('error', () => reply.destroy())
  })
  outgoing.on('error', (error) => refuse(reply, 502, error))
  incoming.pipe(outgoing)
}

function refuse(reply: ServerResponse, status: number, error: Error): void {
  if (reply.headersSent) reply.destroy()
  else reply.writeHead(status).end(`the platform: ${error.message}`)
}

async function untilReady(instance: Instance): Promise<void> {
  const endMs = performance.now() + START_TIMEOUT_MS
  while ((await askReady(instance)) !== 200) {
    if (!instance.isRunning()) throw new Error(`it ended: ${instance.output().slice(-2_000)}`)
    if (performance.now() > endMs) throw new Error(`not ready: ${instance.output().slice(-2_000)}`)
    await sleep(20)
  }
}

async function untilNotReady(instance: Instance): Promise<void> {
  while ((await askReady(instance)) === 200) await sleep(LOOK_EVERY_MS)
}

/** On its own connection, as probes are; undefined if nothing answers. */
function askReady({ url }: Instance): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = get(`${url}/readyz`, { agent: false, timeout: 2_000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(undefined))
  })
}

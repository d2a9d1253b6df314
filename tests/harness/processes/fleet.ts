// Processes of the service on one database that can be killed and come back, as under a load balancer.
import { type Service, startService } from '../service.ts'

export type Fleet = {
  size: number
  /** Where the process of that place listens now; while it is dead, where it listened. */
  url: (place: number) => string
  /** Of the process of that place now. */
  pid: (place: number) => number
  /** SIGKILL. */
  kill: (place: number) => Promise<void>
  /** A new process in the place of one that was accounted. */
  start: (place: number) => Promise<void>
  /** SIGKILL, then a new process in its place. */
  replace: (place: number) => Promise<void>
  /** Output of processes that ended without being killed. */
  endedByThemselves: () => string[]
  stop: () => Promise<void>
}

export type FleetOptions = {
  databaseUrl: string
  size: number
  role?: 'api' | 'worker'
  env?: Record<string, string>
  /** Runs in the place of ours. */
  program?: string
}

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { databaseUrl, size, role = 'api', env = {}, program } = options
  // A worker listens nowhere; it has come up when its first round is done.
  const until = role === 'api' ? 'listening' : 'maintenance'
  const start = () =>
    startService({ databaseUrl, args: ['--role', role], env, until, ...(program && { program }) })
  const services: Service[] = []
  const accounted = new WeakSet<Service>()
  const strays: string[] = []
  while (services.length < size) services.push(await start())
  const at = (place: number): Service => {
    const service = services[place % size]
    if (!service) throw new Error(`there is no place ${place}`)
    return service
  }
  const noteStrays = () => {
    for (const service of services.filter((one) => hasEnded(one) && !accounted.has(one))) {
      accounted.add(service)
      strays.push(`${role} ended with ${service.process.exitCode}: ${service.errors()}`)
    }
  }
  const kill = (service: Service) => {
    noteStrays()
    accounted.add(service)
    return service.kill()
  }
  const fleet: Fleet = {
    size,
    url: (place) => at(place).url,
    pid: (place) => at(place).process.pid ?? 0,
    kill: (place) => kill(at(place)),
    async start(place) {
      services[place % size] = await start()
    },
    async replace(place) {
      await fleet.kill(place)
      await fleet.start(place)
    },
    endedByThemselves() {
      noteStrays()
      return strays
    },
    async stop() {
      await Promise.all(services.filter((service) => !hasEnded(service)).map(kill))
    },
  }
  return fleet
}

function hasEnded({ process: { exitCode, signalCode } }: Service): boolean {
  return exitCode !== null || signalCode !== null
}

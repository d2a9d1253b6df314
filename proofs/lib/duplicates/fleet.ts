// Processes of the service on one database that can be killed and come back, as under a load balancer.
import { type Service, startService } from '../../../tests/harness/service.ts'

export type Fleet = {
  /** Where the process of that place listens now; while it is dead, where it listened. */
  url: (place: number) => string
  /** SIGKILL, then a new process in its place. */
  replace: (place: number) => Promise<void>
  stop: () => Promise<void>
}

export async function startFleet(
  databaseUrl: string,
  size: number,
  env: Record<string, string>,
): Promise<Fleet> {
  const start = () => startService({ databaseUrl, args: ['--role', 'api'], env })
  const services: Service[] = []
  while (services.length < size) services.push(await start())
  const at = (place: number): Service => {
    const service = services[place % size]
    if (!service) throw new Error(`there is no place ${place}`)
    return service
  }
  return {
    url: (place) => at(place).url,
    async replace(place) {
      await at(place).kill()
      services[place % size] = await start()
    },
    async stop() {
      await Promise.all(services.map((service) => service.kill()))
    },
  }
}

// Two processes behind one proxy that take turns in going: asked to (SIGTERM) and not asked (kill -9).
import { findFreePort } from '../../tests/harness/free-port.ts'
import { type Service, startService } from '../../tests/harness/service.ts'

export type Places = {
  /** Addresses that stay the same, whichever process listens there. */
  hosts: string[]
  restart: (turn: number) => Promise<void>
  faults: string[]
  stop: () => Promise<void>
}

export type PlacesOptions = { databaseUrl: string; apiKey: string; env: Record<string, string> }

export async function openPlaces(options: PlacesOptions): Promise<Places> {
  const ports = [await findFreePort(), await findFreePort()]
  const faults: string[] = []
  const start = (port: number) =>
    startService({ ...options, env: { ...options.env, SERVICE_ACP_PORT: String(port) } })
  const services: Service[] = []
  for (const port of ports) services.push(await start(port))
  return {
    hosts: ports.map((port) => `127.0.0.1:${port}`),
    faults,
    async restart(turn) {
      const place = turn % ports.length
      const service = services[place]
      const port = ports[place]
      if (!service || port === undefined) throw new Error(`there is no place ${place}`)
      // Each place goes both ways.
      if (turn % (2 * ports.length) < ports.length) {
        const code = await service.stop()
        if (code !== 0) faults.push(`a process ended with ${code}: ${service.errors()}`)
      } else await service.kill()
      services[place] = await start(port)
    },
    stop: async () => {
      await Promise.all(services.map((service) => service.kill()))
    },
  }
}

// Lets containers of a project reach what listens on this machine's loopback: through ports at the end of their own network
// that is here, and nowhere else.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import type { ComposeProject } from './compose-project.ts'
import { podman } from './engine.ts'

export type Gateway = {
  /** The same address as a container reaches it. */
  open: (url: string) => Promise<string>
  close: () => void
}

/** Its network, before anything is in it; the address at which its containers will find this machine. */
export async function createNetwork({ label, network }: ComposeProject): Promise<string> {
  await podman('network', 'create', `--label=${label}`, network)
  return podman('network', 'inspect', '--format={{(index .Subnets 0).Gateway}}', network)
}

/** podman-compose cannot take its network from a container (`network_mode`), so the network comes to it. */
export async function openGateway(project: ComposeProject, image: string): Promise<Gateway> {
  const { label, network } = project
  const host = await createNetwork(project)
  // The network exists as soon as, and as long as, a container is in it.
  const holder = ['--detach', `--network=${network}`, `--label=${label}`, '--entrypoint=sleep']
  await podman('run', ...holder, image, 'infinity')
  const servers: Server[] = []
  return {
    async open(url) {
      const address = new URL(url)
      const port = Number(address.port)
      const server = createServer((incoming) => {
        const outgoing = connect(port, address.hostname)
        for (const [from, to] of [
          [incoming, outgoing],
          [outgoing, incoming],
        ] as const) {
          from.on('error', () => to.destroy())
          from.pipe(to)
        }
      })
      server.listen(0, host)
      await once(server, 'listening')
      servers.push(server)
      const { port: opened } = server.address() as AddressInfo // it listens on a port
      return url.replace(address.host, `${host}:${opened}`)
    },
    close: () => {
      for (const server of servers) server.close()
    },
  }
}

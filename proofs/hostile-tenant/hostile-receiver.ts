// Where the webhooks of the hostile tenant go: a receiver in a process of its own, at the lowest priority, for the same
// reason as the attacks. The path says how it responds: `/ok` at once, `/failing` with an error, `/silent` never.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lowerPriority } from './attacker.ts'

export type HostileReceiver = { url: string; stop: () => void }

export async function startHostileReceiver(): Promise<HostileReceiver> {
  const child = fork(import.meta.filename)
  lowerPriority(child)
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill('SIGKILL') }
}

if (import.meta.main) {
  const server = createServer((request, response) => {
    request.resume().on('error', () => undefined)
    if (request.url === '/silent') return
    response.writeHead(request.url === '/failing' ? 500 : 204).end()
  })
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
    process.send?.((server.address() as AddressInfo).port) // listening on TCP
  })
  process.on('disconnect', () => process.exit())
}

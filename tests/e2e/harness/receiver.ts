// The receiver of a stage's webhooks: a server that records requests and returns a chosen response.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Message = { path: string; headers: Record<string, string>; body: string }

export type Receiver = {
  url: string
  bodies: string[]
  messages: Message[]
  answer: number
  /** What it answers at single paths instead. */
  answers: Record<string, number>
  close(): void
}

export async function openReceiver(): Promise<Receiver> {
  const bodies: string[] = []
  const messages: Message[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const path = request.url ?? ''
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      bodies.push(body)
      messages.push({ path, headers: request.headers as Record<string, string>, body }) // ours come once each
      const code = receiver.answers[path] ?? receiver.answer
      response.writeHead(code, { 'content-type': 'text/plain' }).end('seen')
    })
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    bodies,
    messages,
    answer: 200,
    answers: {},
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

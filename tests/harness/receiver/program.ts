// A receiver of webhooks in its own process: it answers as its URL says and records what it received.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seededRandom } from '../random/seeded-random.ts'
import { answerBadly, drawFault } from './faults.ts'
import { openLedger } from './ledger.ts'
import type { Question } from './receiver.ts'

const random = seededRandom(Number(process.argv[2]), 'faults')
const ledger = openLedger()

/** `/<manner>/<place>`: the manner is how it is answered, the place where it is written down. */
function receive(request: IncomingMessage, response: ServerResponse, body: string): void {
  const [, manner, name = ''] = (request.url ?? '').split('/')
  const place = ledger.place(name)
  const id = String(request.headers['webhook-id'])
  place.noteArrival(id, body)
  if (manner === 'silent') return
  const fault = manner === 'hostile' ? drawFault(random) : undefined
  if (fault) {
    place.noteFault(fault, id)
    return answerBadly(fault, response)
  }
  response.writeHead(204).end(() => place.noteAnswer(id, body, manner === 'hostile'))
}

// As little as possible: what this costs, it takes from those who send.
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (piece: string) => void (body += piece))
  request.on('end', () => receive(request, response, body))
  // A process that is killed while it sends has not sent.
  request.on('error', () => request.destroy())
})
// As many connections as a sender opens, at once.
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.send?.({ port: (server.address() as AddressInfo).port }) // listening on TCP
})
server.keepAliveTimeout = 60_000

process.on('message', ({ ask, place }: Question) => {
  process.send?.({ [ask]: ledger.place(place)[ask]() })
})
process.on('disconnect', () => process.exit())

// Receives webhooks: checks the signature of every message over its raw bytes, and takes each event once.
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… PORT=9000 node node.mjs
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', PORT = '9000' } = process.env
const webhook = new Webhook(WEBHOOK_SECRET)

// A message may come more than once, always with the same id. Keep the ids where you keep what you make of the events.
const seen = new Set()

const server = createServer(async (request, response) => {
  const body = await buffer(request)
  let event
  try {
    event = webhook.verify(body, request.headers)
  } catch {
    response.writeHead(401).end()
    return
  }
  if (!seen.has(event.id)) {
    seen.add(event.id)
    console.log(`${event.type} ${event.id}`)
  }
  // Answer at once, and do what takes long afterwards: there are 15 seconds.
  response.writeHead(204).end()
})

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on ${server.address().port}`)
})

// Receives webhooks: verifies the signature of the raw body and processes each event once.
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… PORT=9000 node node.mjs
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', PORT = '9000' } = process.env
const webhook = new Webhook(WEBHOOK_SECRET)

// An event can be delivered more than once, always with the same ID. In production, store the IDs in your database.
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
  // Respond within 15 seconds; do slow work afterwards.
  response.writeHead(204).end()
})

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on ${server.address().port}`)
})

// Posts bodies with undici and does nothing else: no queue, no database, no signature, no record.
import { once } from 'node:events'
import { Agent, request } from 'undici'
import type { BareOrder } from './post-bare.ts'

async function post({ url, letters, count, connections }: BareOrder): Promise<void> {
  const dispatcher = new Agent({ connections })
  let sent = 0
  const loop = async () => {
    while (sent < count) {
      const letter = letters[sent++ % letters.length]
      if (!letter) return
      const answer = await request(url, { dispatcher, method: 'POST', ...letter })
      await answer.body.dump()
      if (answer.statusCode !== 204) throw new Error(`answered ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  await dispatcher.close()
}

const [order] = (await once(process, 'message')) as [BareOrder]
await post(order)
process.exit()

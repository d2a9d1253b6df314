// Reads the event log by the API, to post what it says.
import type { EventEnvelope } from '@task-service/contract'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import type { Service } from '../../tests/harness/service.ts'

type EventPage = { data: EventEnvelope[]; next_cursor: string; has_more: boolean }

export type EventReader = {
  /** Events that happen from now on are the next to be read. */
  skipToEnd: () => Promise<void>
  read: (count: number) => Promise<EventEnvelope[]>
}

const PAGE = 200

export function createEventReader(api: Pick<Service, 'url' | 'apiKey'>): EventReader {
  let after = ''
  const readPage = async (): Promise<EventPage> => {
    const caller = createApiCaller()
    const headers = { 'x-api-key': api.apiKey }
    const answer = await caller.call(`${api.url}/api/events?limit=${PAGE}${after}`, { headers })
    caller.close()
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
    const page = JSON.parse(answer.body) as EventPage // what the contract says of a success
    after = `&after=${page.next_cursor}`
    return page
  }
  return {
    async skipToEnd() {
      while ((await readPage()).has_more);
    },
    async read(count) {
      const events: EventEnvelope[] = []
      while (events.length < count) events.push(...(await readPage()).data)
      return events
    },
  }
}

// A task as large as the service accepts.
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import type { Target } from './attack.ts'

const MEGABYTE = 1_000_000

/** The size is found by halving. Text that repeats is stored in a few kilobytes. */
export async function createLargeTask({
  url,
  host,
  key,
}: Pick<Target, 'url' | 'host' | 'key'>): Promise<string> {
  const caller = createApiCaller(1)
  try {
    for (let bytes = MEGABYTE; bytes > 1_000; bytes /= 2) {
      const body = { title: 'Large', queue: 'large', input: 'x'.repeat(bytes) }
      const headers = { host, 'x-api-key': key }
      const response = await caller.call(`${url}/api/tasks`, { method: 'POST', headers, body })
      if (response.status === 201) return (JSON.parse(response.body) as { id: string }).id // a task of the contract
    }
    throw new Error('the service takes no large task')
  } finally {
    caller.close()
  }
}

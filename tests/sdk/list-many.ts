// `node --expose-gc tests/sdk/list-many.ts [count]`: lists many tasks with the SDK and prints the memory of this process on the way.
import { TaskService } from '@task-service/sdk'
import { createDatabase } from '../harness/database.ts'
import { startService } from '../harness/service.ts'

const BULK = 500
const [, , text = '100000'] = process.argv
const count = Number(text)

const database = await createDatabase()
const service = await startService({ databaseUrl: database.url })
try {
  const client = new TaskService({ url: service.url, apiKey: service.apiKey })
  for (let made = 0; made < count; made += BULK) {
    const items = Array.from({ length: BULK }, (_, index) => ({
      create: { title: `Task ${made + index}`, description: 'x'.repeat(200) },
    }))
    await client.tasks.bulk({ items })
  }
  report('start', 0)
  const seen = new Set<number>()
  const startedMs = performance.now()
  for await (const { number } of client.tasks.list({ limit: 200 })) {
    seen.add(number)
    if (seen.size % 10_000 === 0) report('listed', seen.size)
  }
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  console.log(`${seen.size} different tasks in ${seconds} s`)
} finally {
  await service.stop()
  await database.drop()
}

function report(what: string, items: number): void {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const [rssMib, heapMib] = [rss, heapUsed].map((bytes) => (bytes / 2 ** 20).toFixed(1))
  console.log(`${what} ${items}: rss ${rssMib} MiB, heap ${heapMib} MiB`)
}

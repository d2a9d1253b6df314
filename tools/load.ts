// `npm run load -- --tenants 10000 --tasks 10000000 [--database-url postgres://…]`: a large installation to try things on.
import { parseArgs } from 'node:util'
import { loadDataset } from './load/load-dataset.ts'
import { formatCount, formatTime } from './load/progress.ts'

export { loadDataset } from './load/load-dataset.ts'

const usage = `usage: npm run load -- --tenants N --tasks N [--skew 1] [--seed N] [--connections N]
                    [--role-prefix task_service] [--database-url postgres://…]
Fills a migrated database (DATABASE_URL by default). The default tenant becomes the largest.
If it is interrupted, run the same command again to continue.`

function readCount(name: string, text: string | undefined, fallback?: number): number {
  const count = text === undefined ? fallback : Number(text)
  if (count !== undefined && Number.isInteger(count) && count > 0) return count
  console.error(`--${name} must be a positive whole number\n${usage}`)
  process.exit(2)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      tenants: { type: 'string' },
      tasks: { type: 'string' },
      skew: { type: 'string', default: '1' },
      seed: { type: 'string' },
      connections: { type: 'string' },
      'role-prefix': { type: 'string', default: 'task_service' },
      'database-url': { type: 'string' },
    },
  })
  const url = values['database-url'] ?? process.env['DATABASE_URL']
  if (!url) {
    console.error(`set DATABASE_URL or pass --database-url\n${usage}`)
    process.exit(2)
  }
  const dataset = await loadDataset(url, {
    tenants: readCount('tenants', values.tenants),
    tasks: readCount('tasks', values.tasks),
    skew: Number(values.skew),
    rolePrefix: values['role-prefix'],
    ...(values.seed && { seed: readCount('seed', values.seed) }),
    ...(values.connections && { connections: readCount('connections', values.connections) }),
    log: (line) => console.log(line),
  })
  const { tenants } = dataset
  const sizes = [tenants[0], tenants[Math.floor(tenants.length / 2)], tenants.at(-1)]
  console.log(
    `${formatCount(tenants.length)} tenants with ${sizes.map((tenant) => `${formatCount(tenant?.size ?? 0)} (${tenant?.slug})`).join(' … ')} tasks`,
  )
  console.log(
    `added ${formatCount(dataset.added)} tasks in ${formatTime(dataset.seconds)}; database ${(dataset.bytes / 2 ** 30).toFixed(2)} GiB`,
  )
}

if (import.meta.main) await main()

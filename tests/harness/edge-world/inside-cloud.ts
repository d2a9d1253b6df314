// The process inside the network of the service: takes the path of a body, prints its result.
import { type Networks, namedNetworks } from './networks.ts'
import type { Body, Line, Wishes } from './prove-in-cloud.ts'

const [, , body = '', wishes = '', names = ''] = process.argv
const say = (line: Line): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
try {
  const { prove } = (await import(body)) as { prove: Body } // named by its proof
  const options = JSON.parse(wishes) as Wishes // by prove-in-cloud.ts, as are the names
  const networks = namedNetworks(JSON.parse(names) as Networks['names'])
  const verdict = await prove({ ...options, log: (log) => say({ log }) }, networks)
  say({ verdict })
  process.exit(0)
} catch (error) {
  say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  process.exit(1)
}

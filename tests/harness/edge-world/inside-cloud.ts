// The process inside the network of the service: takes the path of a body, prints its result.
import { reportVerdict } from '../network/prove-inside.ts'
import { type Networks, namedNetworks } from './networks.ts'
import type { Body } from './prove-in-cloud.ts'

await reportVerdict(async (options, [body = '', names = '']) => {
  const { prove } = (await import(body)) as { prove: Body } // named by its proof
  const networks = namedNetworks(JSON.parse(names) as Networks['names']) // by prove-in-cloud.ts
  return prove(options, networks)
})

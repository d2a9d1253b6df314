// The same through a proxy that asks who is there, to a server whose authority only the customer knows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { proveFlaps } from '../../tests/harness/edge-world/flaps-body.ts'
import { proveFlow } from '../../tests/harness/edge-world/flow-body.ts'
import { ADDRESSES, allowOnly, type Networks } from '../../tests/harness/edge-world/networks.ts'
import type { Body } from '../../tests/harness/edge-world/prove-in-cloud.ts'
import { openWorld, type Way } from '../../tests/harness/edge-world/world.ts'
import { makeAuthority } from '../../tests/harness/network/certificate.ts'
import { type ConnectProxy, startConnectProxy } from '../../tests/harness/network/connect-proxy.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import { atLeast, atMost, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Verdict } from '../../tools/programs/proof.ts'

const CREDENTIALS = 'site:p%40ss word'
const ROUNDS = { small: 2, full: 10 }
const MOST_REVOKE_MS = 2_000

export const prove: Body = async (options, networks) => {
  const authority = makeAuthority()
  const identity = authority.issue({ addresses: [ADDRESSES.cloud] })
  const folder = mkdtempSync(join(temporaryRoot(), 'edge-proxy-'))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.cert)
  const proxy = await startConnectProxy({ credentials: CREDENTIALS, host: ADDRESSES.cloud })
  allowOnly(networks, proxy.port)
  const way: Way = { identity, env: { ...proxyEnv(proxy, CREDENTIALS), TASK_EDGE_CA_FILE: caFile } }
  try {
    if (options.control) return await tryWithout(networks, way, proxy)
    const { full } = options
    const flow = await proveFlow(options, networks, full ? { way } : { way, engines: ['postgres'] })
    const flaps = full ? [await proveFlaps(options, networks, way)] : []
    const revoked = await revoke(networks, way, full ? ROUNDS.full : ROUNDS.small)
    const strangers = await refuseStrangers(networks, way, proxy)
    return judge([flow, ...flaps, revoked, strangers], proxy)
  } finally {
    await proxy.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function proxyEnv({ port }: ConnectProxy, credentials: string): Record<string, string> {
  const [user = '', password = ''] = credentials.split(':').map(encodeURIComponent)
  return { HTTPS_PROXY: `http://${user}:${password}@${ADDRESSES.cloud}:${port}` }
}

/** The control: the connector has no password for the proxy. */
async function tryWithout(networks: Networks, way: Way, proxy: ConnectProxy): Promise<Verdict> {
  const connection = 'connection through the proxy'
  const world = await openWorld({ networks, engine: 'postgres', way })
  try {
    await world.startEdge(proxyEnv(proxy, 'site:guessed'))
    return { figures: 'it got through with a wrong password', criteria: [isTrue(connection, true)] }
  } catch {
    const figures = 'with a wrong password it does not get through'
    return { figures, criteria: [isTrue(connection, false)] }
  } finally {
    await world.stop()
  }
}

/** Measured where it counts: how long the connector keeps being let in. */
async function revoke(networks: Networks, way: Way, rounds: number): Promise<Verdict> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const world = await openWorld({ networks, engine: 'postgres', way })
    try {
      await world.startEdge()
      await world.client.ask('POST', `/api/connectors/${world.connectorId}/revoke`)
      const start = performance.now()
      while (!/edge_refused|refused|revoked/i.test(world.edge().printed())) {
        if (performance.now() - start > 30_000) break
        await sleep(10)
      }
      times.push(performance.now() - start)
    } finally {
      await world.stop()
    }
  }
  const worst = Math.max(...times)
  return {
    figures: `${rounds} revocations effective within ${Math.round(worst)} ms`,
    criteria: [atMost('time until a revocation takes effect', worst, MOST_REVOKE_MS, 'ms')],
  }
}

/** A server that the customer's authority does not vouch for is not spoken to. */
async function refuseStrangers(
  networks: Networks,
  way: Way,
  proxy: ConnectProxy,
): Promise<Verdict> {
  const identity = makeAuthority().issue({ addresses: [ADDRESSES.cloud] })
  const world = await openWorld({ networks, engine: 'postgres', way: { ...way, identity } })
  const before = proxy.asked.length
  try {
    const came = await world.startEdge().then(
      () => true,
      () => false,
    )
    const tried = proxy.asked.length - before
    return {
      figures: `${world.balancer.requests()} requests to a server with an untrusted certificate (${tried} attempts)`,
      criteria: [
        isTrue('rejection of a server with an untrusted certificate', !came),
        atLeast('connection attempts to a server with an untrusted certificate', tried, 1),
        none('requests to a server with an untrusted certificate', world.balancer.requests()),
      ],
    }
  } finally {
    await world.stop()
  }
}

function judge(parts: readonly Verdict[], proxy: ConnectProxy): Verdict {
  return {
    figures: [
      ...parts.map(({ figures }) => figures),
      `${proxy.asked.length} tunnels through the proxy`,
    ].join('; '),
    criteria: [
      ...parts.flatMap(({ criteria }) => criteria),
      atLeast('tunnels through the proxy', proxy.asked.length, 1),
    ],
  }
}

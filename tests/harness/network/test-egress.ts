// Egress as the service builds it, on the loopback of this machine in place of the internet.
import type { TestContext } from 'node:test'
import {
  createEgress,
  type Egress,
  type EgressOutcome,
  type EgressParts,
  type EgressRequest,
  type EgressSettings,
} from '../../../server/src/egress/egress.ts'
import type { EgressFailure } from '../../../server/src/egress/failure.ts'
import { createNameResolver } from '../../../server/src/egress/name-resolver.ts'
import { type DnsRule, startDnsServer } from './dns-server.ts'

export type TestEgress = Egress & {
  /** POSTs `hello` and returns the outcome. */
  post: (url: string, more?: Partial<EgressRequest>) => Promise<EgressOutcome>
}

export type TestEgressOptions = {
  settings?: Partial<EgressSettings>
  parts?: Partial<EgressParts>
  /** What names lead to; without it there are no names. */
  dns?: DnsRule
}

export async function startEgress(
  t: TestContext,
  { settings = {}, parts = {}, dns = () => 'unknown' }: TestEgressOptions = {},
): Promise<TestEgress> {
  const server = await startDnsServer(dns)
  const resolver = createNameResolver({ servers: [server.address], leastMs: 0 })
  const egress = createEgress(
    {
      allow: ['127.0.0.0/8'],
      deny: [],
      plainHttp: 'allowed-networks',
      proxy: null,
      proxyTarget: 'address',
      noProxy: [],
      ...settings,
    },
    { resolver, ...parts },
  )
  t.after(async () => {
    await egress.close()
    await server.close()
  })
  const post: TestEgress['post'] = (url, more) =>
    egress.send({ method: 'POST', url, headers: {}, body: 'hello', ...more })
  return { ...egress, post }
}

/** The failure, or an error that shows the answer. */
export function failureOf(outcome: EgressOutcome): EgressFailure {
  if (outcome.outcome === 'failure') return outcome
  throw new Error(`answered ${outcome.status} ${outcome.body.toString()}`)
}

/** Status and body, or an error that shows the failure. */
export function answerOf(outcome: EgressOutcome): { status: number; body: string } {
  if (outcome.outcome === 'answer') return { status: outcome.status, body: outcome.body.toString() }
  throw new Error(`${outcome.code}: ${outcome.detail}`)
}

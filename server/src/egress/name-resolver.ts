// Resolves a host name to addresses, once per request, without blocking other requests.
//
// The system resolver (getaddrinfo) would occupy one of libuv's four threads until its server responds: a few names with dead
// servers would stop every delivery, as well as file access and hashing.
import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHostsFile, type HostsFile } from './hosts-file.ts'

export type Resolution =
  | { found: true; addresses: readonly string[] }
  | { found: false; detail: string }

export type NameResolver = { resolve: (name: string) => Promise<Resolution> }

export type NameResolverOptions = {
  /** `address:port` of the DNS servers; by default those of /etc/resolv.conf. */
  servers?: readonly string[]
  /** Minimum time to cache a result, whatever its TTL: one lookup serves a burst. */
  leastMs?: number
  hostsFile?: HostsFile
}

type Answer = { addresses: string[]; ttlSeconds: number } | { code: string }

const QUERY_MS = 1_500
const QUERIES = 2
const LOOK_UP_MS = 5_000
/** How long to wait for the other family: some servers never respond for one of the two. */
const SECOND_FAMILY_MS = 500
const LEAST_MS = 1_000
const MOST_MS = 60_000
const FAILURE_MS = 2_000
const MAX_NAMES = 10_000

export function createNameResolver(options: NameResolverOptions = {}): NameResolver {
  const { leastMs = LEAST_MS, hostsFile = createHostsFile() } = options
  const dns = new Resolver({ timeout: QUERY_MS, tries: QUERIES })
  if (options.servers) dns.setServers(options.servers)
  const known = new Map<string, { until: number; resolution: Promise<Resolution> }>()

  async function lookUp(name: string): Promise<{ resolution: Resolution; keepMs: number }> {
    // RFC 6761: these are never resolved by a DNS server.
    const own = /(?:^|\.)localhost$/.test(name) ? loopback : await hostsFile.find(name)
    if (own.length > 0) return { resolution: { found: true, addresses: own }, keepMs: leastMs }
    const answers = await ask(dns, name)
    const good = answers.filter((answer) => 'addresses' in answer)
    if (good.length === 0) {
      const detail = describeFailure(name, answers)
      return { resolution: { found: false, detail }, keepMs: Math.min(FAILURE_MS, 2 * leastMs) }
    }
    const ttlMs = Math.min(...good.map(({ ttlSeconds }) => ttlSeconds)) * 1_000
    return {
      resolution: { found: true, addresses: good.flatMap(({ addresses }) => addresses) },
      keepMs: Math.min(MOST_MS, Math.max(leastMs, ttlMs)),
    }
  }

  function remember(name: string): Promise<Resolution> {
    // Until it is resolved, all callers share the lookup.
    const entry = { until: Number.POSITIVE_INFINITY, resolution: nothing }
    entry.resolution = lookUp(name).then(({ resolution, keepMs }) => {
      entry.until = performance.now() + keepMs
      return resolution
    })
    known.delete(name)
    known.set(name, entry)
    const [oldest] = known.keys()
    if (known.size > MAX_NAMES && oldest !== undefined) known.delete(oldest)
    return entry.resolution
  }

  return {
    resolve(name) {
      const before = known.get(name)
      return before && before.until > performance.now() ? before.resolution : remember(name)
    },
  }
}

const loopback = ['127.0.0.1', '::1']
const nothing: Promise<Resolution> = Promise.resolve({ found: false, detail: '' })

/** Both families at once; once one has a result, the other gets a short time. */
async function ask(dns: Resolver, name: string): Promise<Answer[]> {
  const answers: Answer[] = []
  const timer = new AbortController()
  const { promise: anything, resolve: arrived } = Promise.withResolvers<void>()
  const query = async (records: Promise<{ address: string; ttl: number }[]>) => {
    const answer = await records.then(readRecords, readError)
    answers.push(answer)
    if ('addresses' in answer) arrived()
  }
  const both = Promise.all([
    query(dns.resolve4(name, { ttl: true })),
    query(dns.resolve6(name, { ttl: true })),
  ])
  const wait = (ms: number) => sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined)
  await Promise.race([both, anything.then(() => wait(SECOND_FAMILY_MS)), wait(LOOK_UP_MS)])
  timer.abort()
  // Later results are ignored.
  return [...answers]
}

function readRecords(records: readonly { address: string; ttl: number }[]): Answer {
  if (records.length === 0) return { code: 'ENODATA' }
  return {
    addresses: records.map(({ address }) => address),
    ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
  }
}

function readError(error: unknown): Answer {
  return { code: error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN' }
}

const unknownName = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

function describeFailure(host: string, answers: readonly Answer[]): string {
  const codes = answers.flatMap((answer) => ('code' in answer ? [answer.code] : []))
  if (codes.length > 0 && codes.every((code) => unknownName.includes(code))) {
    return notFound({ host })
  }
  const code = codes.find((one) => !unknownName.includes(one))
  return `DNS lookup of ${host} ${code ? `failed (${code})` : 'timed out'}.`
}

export function notFound({ host }: { host: string }): string {
  return `${host} does not resolve (no A or AAAA record).`
}

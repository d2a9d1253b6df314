// Everything the attacker tries: forms of addresses, names that lead to them, redirects, rebinding, and odd URLs.
import type { DnsAnswer, DnsRule } from '../../tests/harness/network/dns-server.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type Form, ipv4Forms, ipv6Forms } from './address-forms.ts'
import { targetsIpv4, targetsIpv6, unreachable } from './forbidden.ts'

/** `id` is the path under which its arrival would be seen. */
export type Attempt = { id: string; what: string; url: string }

/** A name that is asked several times and leads elsewhere each time. */
export type Sequence = { id: string; url: string; sends: number }

export type Corpus = {
  forms: Attempt[]
  /** Never reach anything, guard or not; they must be refused without a packet. */
  tricks: Attempt[]
  sequences: Sequence[]
  /** Begin at a public server, which sends them on by `/to/<how often>/<status>/<where>`. */
  redirects: Attempt[]
  legal: Attempt[]
  dns: DnsRule
}

export const PUBLIC_IPV4 = '93.184.215.14'
export const PUBLIC_IPV6 = '2606:2800:21f:cb07::1'

type Records = { a?: readonly string[]; aaaa?: readonly string[]; aliases?: readonly string[] }

export function makeCorpus(
  random: SeededRandom,
  sizes: { sequences: number; redirects: number },
): Corpus {
  const zone = new Map<string, (count: number) => Records>()
  const forms = [...literalForms(), ...namedForms(zone)].map(({ what, host }, index) => ({
    id: `form-${index}`,
    what,
    url: `http://${host}/form-${index}`,
  }))
  return {
    forms,
    tricks: trickUrls().map((url, index) => ({ id: `trick-${index}`, what: 'trick', url })),
    sequences: Array.from({ length: sizes.sequences }, (_, index) => rebind(zone, random, index)),
    redirects: Array.from({ length: sizes.redirects }, (_, index) => redirect(random, index)),
    legal: legalTargets(zone),
    dns: (name, type, count) => answerFrom(zone.get(name)?.(count), type),
  }
}

function answerFrom(records: Records | undefined, type: 'A' | 'AAAA'): DnsAnswer {
  if (!records) return 'unknown'
  const addresses = type === 'A' ? records.a : records.aaaa
  if (!addresses) return 'nothing'
  return { addresses, ttlSeconds: 0, ...(records.aliases ? { aliases: records.aliases } : {}) }
}

function literalForms(): Form[] {
  return [...targetsIpv4.flatMap(ipv4Forms), ...targetsIpv6.flatMap(ipv6Forms)]
}

/** Each target by name: plainly, with company, behind aliases, in other spellings. */
function namedForms(zone: Map<string, (count: number) => Records>): Form[] {
  const forms: Form[] = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost'].map((host) => ({
    what: 'localhost',
    host,
  }))
  const add = (what: string, name: string, records: Records, spelling = name) => {
    zone.set(name, () => records)
    forms.push({ what, host: spelling })
  }
  targetsIpv4.forEach((target, index) => {
    const name = `n${index}.inside.test`
    add('name', name, { a: [target] })
    add('NAME.', name, { a: [target] }, `N${index}.Inside.TEST.`)
    add('name with port', name, { a: [target] }, `${name}:8080`)
    add('bad among good', `m${index}.inside.test`, { a: [PUBLIC_IPV4, target] })
    add('good after bad', `f${index}.inside.test`, { a: [target, PUBLIC_IPV4] })
    add('alias', `c${index}.inside.test`, { a: [target], aliases: ['x.test', 'y.test', 'z.test'] })
    add('mapped by name', `v${index}.inside.test`, { aaaa: [`::ffff:${target}`] })
    add('NAT64 by name', `w${index}.inside.test`, { aaaa: [`64:ff9b::${target}`] })
    add('good IPv6', `d${index}.inside.test`, { a: [target], aaaa: [PUBLIC_IPV6] })
    const spelling = `ün${index}.test`
    add('name beyond ASCII', new URL(`http://${spelling}`).hostname, { a: [target] }, spelling)
  })
  targetsIpv6.forEach((target, index) => {
    add('name', `s${index}.inside.test`, { aaaa: [target] })
    add('good IPv4', `t${index}.inside.test`, { a: [PUBLIC_IPV4], aaaa: [target] })
    add('alias', `u${index}.inside.test`, { aaaa: [target], aliases: ['x.test'] })
    add('among good', `p${index}.inside.test`, { aaaa: [PUBLIC_IPV6, target] })
  })
  for (const name of ['metadata.google.internal', 'instance-data.ec2.internal', 'kubernetes']) {
    add('well-known name', name, { a: ['169.254.169.254'] })
  }
  return forms
}

/** The first answers are harmless, one of the next is not, and who asks twice for one request gets both. */
function rebind(
  zone: Map<string, (count: number) => Records>,
  random: SeededRandom,
  index: number,
): Sequence {
  const name = `r${index}.rebind.test`
  const bad = random.pick(targetsIpv4)
  const quiet = random.between(1, 4)
  const harmless: Records = { a: [PUBLIC_IPV4] }
  const patterns: readonly [(count: number) => Records, ...((count: number) => Records)[]] = [
    (count) => (count < quiet ? harmless : { a: [bad] }),
    (count) => (count % 2 === 0 ? harmless : { a: [bad] }),
    (count) => (count % 2 === 1 ? harmless : { a: [bad] }),
    (count) => (count === quiet ? { a: [bad] } : harmless),
    (count) => (count < quiet ? harmless : { aaaa: [`::ffff:${bad}`] }),
    (count) =>
      count < quiet ? harmless : { a: count % 2 === 0 ? [PUBLIC_IPV4, bad] : [bad, PUBLIC_IPV4] },
    (count) => (count < quiet ? harmless : { a: [bad], aliases: ['next.test'] }),
    (count) => (count < quiet ? { aaaa: [PUBLIC_IPV6] } : { aaaa: [random.pick(targetsIpv6)] }),
  ]
  zone.set(name, random.pick(patterns))
  return { id: `rebind-${index}`, url: `http://${name}/rebind-${index}`, sends: 8 }
}

function redirect(random: SeededRandom, index: number): Attempt {
  const id = `redirect-${index}`
  const host = random.pick(targetsIpv4)
  const { host: written } = random.pick(ipv4Forms(host).slice(0, 16) as [Form, ...Form[]]) // there are more
  const hops = random.between(1, 5)
  const status = random.pick([301, 302, 303, 307, 308])
  const where = encodeURIComponent(`http://${written}/${id}`)
  return {
    id,
    what: `${hops} × ${status}`,
    url: `http://${PUBLIC_IPV4}/to/${hops}/${status}/${where}`,
  }
}

function trickUrls(): string[] {
  const bad = '169.254.169.254'
  const good = PUBLIC_IPV4
  return [
    ...unreachable.map((host) => `http://${host}/`),
    ...[21, 22, 23, 25, 53, 110, 143, 389, 445, 465, 587, 636, 873, 993, 6000, 6667, 10080].map(
      (port) => `http://${good}:${port}/`,
    ),
    ...['ftp', 'gopher', 'ws', 'wss', 'ldap', 'dict', 'tftp', 'unix', 'jar:http', 'HTTPX'].map(
      (scheme) => `${scheme}://${bad}/`,
    ),
    'file:///etc/passwd',
    'data:text/html,a',
    `http://${good}@${bad}/`,
    `http://user:pass@${bad}/`,
    `http://${bad}@${good}/`,
    `http://${good}\\@${bad}/`,
    `http:\\\\${bad}\\`,
    `http:${bad}`,
    `http:/${bad}`,
    `http:///${bad}/`,
    `//${bad}/`,
    `\thttp://${bad}/`,
    `ht\ntp://${bad}/`,
    `http://169.254.169.\t254/`,
    `http://${bad} .example/`,
    `http://${bad}%00.example/`,
    `http://${bad}%0d%0aHost:a/`,
    'http://[fe80::1%25lo]/',
    'http://[::1%lo]/',
    'http://[::ffff:127.0.0.1%25lo]/',
    'http://425.510.425.510/',
    'http://1.2.3.4.5/',
    'http://0x100000000/',
    'http://127.0.0.1..:80/',
    'http://[::127.0.0.1.]/',
    'http://[0:0:0:0:0:0:0:0:1]/',
    'http://127。0。0。1。。/',
    'http://./',
    'http:// /',
    'http://',
    '',
  ]
}

/** Public servers in every legitimate form, and names that lead to them. */
function legalTargets(zone: Map<string, (count: number) => Records>): Attempt[] {
  zone.set('public.test', () => ({ a: [PUBLIC_IPV4] }))
  zone.set('six.public.test', () => ({ aaaa: [PUBLIC_IPV6] }))
  zone.set('both.public.test', () => ({ a: [PUBLIC_IPV4, '1.1.1.1'], aaaa: [PUBLIC_IPV6] }))
  zone.set('alias.public.test', () => ({ a: ['8.8.4.4'], aliases: ['x.test', 'y.test'] }))
  zone.set('xn--bcher-kva.test', () => ({ a: ['8.8.8.8'] }))
  zone.set('mapped.public.test', () => ({ aaaa: ['::ffff:8.8.8.8'] }))
  const hosts = `
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.254 100.128.0.1 126.255.255.254 128.0.0.1
    169.253.255.254 169.255.0.1 172.15.255.254 172.32.0.1 192.0.1.1 192.167.255.254 192.169.0.1
    198.17.255.254 198.20.0.1 203.0.112.1 203.0.114.1 223.255.255.254 93.184.215.14:8080
    [2606:2800:21f:cb07::1] [2a00:1450:4001::1] [2400:cb00::1] [2001:4860:4860::8888] [2620:fe::fe]
    [2003::1] [64:ff9b::8.8.8.8] [::ffff:8.8.8.8] 134744072 0x8080808 8.526344 010.010.010.010
    ８.８.８.８ public.test PUBLIC.test. public.test:8080 six.public.test both.public.test
    alias.public.test mapped.public.test bücher.test`
    .trim()
    .split(/\s+/)
  return hosts.map((host, index) => ({
    id: `legal-${index}`,
    what: host,
    url: `http://${host}/legal-${index}`,
  }))
}

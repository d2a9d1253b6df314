// Addresses that lead elsewhere, or could make one of two readers believe so.
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'

export type Ports = {
  /** Of the vendor; at another IP address a foreign server listens on the same port. */
  vendor: number
  /** Where a foreign server listens at the vendor's IP address. */
  other: number
  /** Of a foreign server with a self-signed certificate. */
  tls: number
}

const VENDOR = 'vendor.example'
const EVIL = 'evil.example'
const ADDRESS = '127.0.0.2'

export function urlTricks(ports: Ports): string[] {
  const { vendor: port, other, tls } = ports
  return [
    ...[...otherHosts(), ...addressForms()].map((host) => `http://${host}:${port}/`),
    ...[...otherHosts(), ...addressForms()].map((host) => `http://${host}:${other}/`),
    ...userTricks(port).map((authority) => `http://${authority}/`),
    ...slashTricks(port),
    ...whiteSpace(port),
    ...schemes(ports),
    `http://${VENDOR}:${other}/`,
    `http://${VENDOR}:0${other}/`,
    `http://${VENDOR}:000000${other}/`,
    `http://${VENDOR}:${other}`,
    `http://${VENDOR}.:${other}/`,
    `http://${VENDOR.toUpperCase()}:${other}/`,
    `http://127.0.0.1:${other}/`,
    `http://localhost:${other}/`,
    `https://${EVIL}:${tls}/`,
    `https://${ADDRESS}:${tls}/`,
  ]
}

const otherHosts = (): string[] => [
  EVIL,
  EVIL.toUpperCase(),
  `${EVIL}.`,
  `${VENDOR}.${EVIL}`,
  `${VENDOR}.evil`,
  `evil${VENDOR}`,
  `evil-${VENDOR}`,
  `sub.${VENDOR}`,
  'vendor',
  'example',
  'vendor.exampl',
  'vendor.example.com',
  'vendor_example',
  // A Cyrillic letter, a long s, a fullwidth one and a joiner: others than they look like.
  'vendоr.example',
  'vendor.eхample',
  'ｅvil.example',
  'vendor。example。evil.example',
  'xn--vendr-3ve.example',
  'vendor\u200d.example.evil.example',
  'vendor%2eexample.evil.example',
  `${VENDOR}%00.${EVIL}`,
  `${VENDOR}%20.${EVIL}`,
]

const addressForms = (): string[] => [
  ADDRESS,
  `${ADDRESS}.`,
  '2130706434',
  '0x7f000002',
  '0X7F.0.0.2',
  '0177.0.0.02',
  '127.2',
  '127.0.2',
  '017700000002',
  '[::ffff:127.0.0.2]',
  '[::ffff:7f00:2]',
  '[64:ff9b::127.0.0.2]',
  '１２７.0.0.2',
  '127。0。0。2',
  '%31%32%37.0.0.2',
]

const userTricks = (port: number): string[] => [
  `${VENDOR}@${EVIL}:${port}`,
  `${VENDOR}:${port}@${EVIL}:${port}`,
  `user:password@${EVIL}:${port}`,
  `@${EVIL}:${port}`,
  `${VENDOR}%40@${EVIL}:${port}`,
  `${VENDOR}:${port}%2f@${EVIL}:${port}`,
  `${VENDOR}:${port}%23@${EVIL}:${port}`,
  `${EVIL}:${port}@${VENDOR}@${EVIL}:${port}`,
]

const slashTricks = (port: number): string[] => [
  `http://${VENDOR}:${port}\\@${EVIL}:${port}/`,
  `http://${EVIL}:${port}\\@${VENDOR}:${port}/`,
  `http:\\\\${EVIL}:${port}/`,
  `http:/${EVIL}:${port}/`,
  `http:${EVIL}:${port}/`,
  `http:///${EVIL}:${port}/`,
  `//${EVIL}:${port}/`,
  `/\\${EVIL}:${port}/`,
  `http://${EVIL}:${port}#@${VENDOR}:${port}/`,
  `http://${EVIL}:${port}?@${VENDOR}:${port}/`,
  `http://${EVIL}:${port}/@${VENDOR}:${port}/`,
  `http://${EVIL}:${port};${VENDOR}/`,
  `http://${EVIL}:${port}/${VENDOR}:${port}/`,
  `http://${EVIL}:${port}/?host=${VENDOR}`,
  `http://${EVIL}:${port}/../${VENDOR}/`,
]

const whiteSpace = (port: number): string[] => [
  ` http://${EVIL}:${port}/`,
  `http://${EVIL}:${port}/ `,
  `http://ev\til.example:${port}/`,
  `http://ev\nil.example:${port}/`,
  `http://${VENDOR}:${port}\r\n@${EVIL}:${port}/`,
  `http://${EVIL}:${port}/\r\nHost: ${VENDOR}`,
  `http://${VENDOR}:${port} @${EVIL}:${port}/`,
  `\u0000http://${EVIL}:${port}/`,
  `http://${VENDOR}\u00ad.${EVIL}:${port}/`,
]

const schemes = ({ vendor: port, tls }: Ports): string[] => [
  `HTTP://${EVIL}:${port}/`,
  `https://${VENDOR}:${port}/`,
  `https://${VENDOR}:${tls}/`,
  `ws://${EVIL}:${port}/`,
  `ftp://${EVIL}:${port}/`,
  `gopher://${EVIL}:${port}/`,
  `blob:http://${EVIL}:${port}/`,
  `view-source:http://${EVIL}:${port}/`,
  `data:text/html,<img src=http://${EVIL}:${port}/>`,
  `javascript:fetch('http://${EVIL}:${port}/')`,
  'file:///etc/passwd',
]

/** Put together from pieces of the above. */
export function mixedUrls(ports: Ports, random: SeededRandom, count: number): string[] {
  const hosts = [...otherHosts(), ...addressForms()]
  return Array.from({ length: count }, () => {
    const scheme = random.pick(['http://', 'http://', 'http://', 'https://', 'HTTP://', 'http:/\\'])
    const user = random.pick(['', '', '', `${VENDOR}@`, 'a:b@', `${VENDOR}:${ports.vendor}@`])
    const host = random.pick([VENDOR, ...hosts])
    const port = random.pick([ports.vendor, ports.other, ports.tls])
    const tail = random.pick([
      '/',
      '',
      `/@${VENDOR}`,
      `?${VENDOR}`,
      `#@${VENDOR}/`,
      `/%2e%2e/${VENDOR}`,
    ])
    return `${scheme}${user}${host}:${port}${tail}`
  })
}

// The mistakes and their responses as a document that people can review and compare.
import type { Sent } from './mistake.ts'
import type { Response } from './read-response.ts'

export type Case = { name: string; sent: Sent; response: Response }

const HEADERS = ['allow', 'www-authenticate', 'retry-after']
const MAX_CHARACTERS = 300

export function printCases(cases: readonly Case[]): string {
  return [
    '# Mistakes of clients and the responses to them',
    '',
    'Written by `npm run prove -- mistakes`, which compares it with the running service. Long bodies are cut, and IDs are left out.',
    ...cases.flatMap(printCase),
    '',
  ].join('\n')
}

function printCase({ name, sent, response }: Case, index: number): string[] {
  return [
    '',
    `## ${index + 1}. A client ${name}`,
    '',
    '```http',
    ...printRequest(sent),
    '```',
    '',
    '```http',
    String(response.status),
    ...HEADERS.flatMap((header) =>
      response.headers[header] === undefined
        ? []
        : `${header}: ${String(response.headers[header])}`,
    ),
    '',
    printBody(response.body),
    '```',
  ]
}

function printRequest({ method, path, headers = {}, body, raw }: Sent): string[] {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  return [
    anonymize(`${method} ${path}`),
    ...Object.entries(headers).map(([name, value]) =>
      anonymize(value === null ? `(no ${name})` : `${name}: ${value}`),
    ),
    ...(text === undefined ? [] : ['', anonymize(cut(printable(text)))]),
  ]
}

function printable(text: string | Buffer): string {
  if (typeof text === 'string') return text
  return `(${text.length} bytes in hex) ${text.toString('hex').slice(0, 40)}`
}

function printBody(body: string): string {
  const printed = JSON.stringify(JSON.parse(body), null, 2)
  // A list of names is one line.
  const short = printed.replaceAll(/\[\s+("[^[\]{}]*")\s+\]/g, (_, items: string) => {
    return `[${items.replaceAll(/,\s+/g, ', ')}]`
  })
  return anonymize(short)
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  return `${text.slice(0, MAX_CHARACTERS)}… (${text.length.toLocaleString('en')} characters)`
}

/** What differs between two runs, and keys. */
function anonymize(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '…')
    .replaceAll(/\b([a-z]{3})_[0-9a-f]{32}\b/g, '$1_…')
    .replaceAll(/\btskey_\w+/g, 'tskey_…')
    .replaceAll(/\bclient-\d+(?=\.)/g, 'acme')
}

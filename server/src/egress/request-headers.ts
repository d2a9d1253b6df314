// Reserved headers: a caller that could set them could impersonate another host.

export type RequestHeaders = Readonly<Record<string, string>>

/** `host` selects the site behind an address and the name in TLS; the others end or reframe the request. */
const reserved = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
])

/** Why these headers cannot be sent, naming the first invalid one. */
export function findHeaderFault(headers: RequestHeaders): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name))
      return 'A header name contains invalid characters.'
    const lower = name.toLowerCase()
    if (reserved.has(lower) || lower.startsWith('proxy-'))
      return `The header ${lower} is reserved: Task Service sets it.`
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      return `The value of the header ${lower} contains invalid characters.`
    }
  }
  return undefined
}

// The name of a downloaded file as a header (RFC 6266): in ASCII for old clients, and completely as RFC 8187 encodes it. No
// character of the name can end the header or a quoted string, or become part of a path.

/** RFC 8187 allows these unencoded; everything else is. */
const PLAIN = /[A-Za-z0-9!#$&+.^_`|~-]/
const SAFE_IN_QUOTES = /[A-Za-z0-9 ._()[\]+=,@-]/

export function contentDisposition(name: string): string {
  const known = name.toWellFormed()
  const ascii = charactersOf(known)
    .map((one) => (SAFE_IN_QUOTES.test(one) ? one : '_'))
    .join('')
  const encoded = charactersOf(known).map(encode).join('')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const charactersOf = (text: string): string[] => Array.from(text)

function encode(character: string): string {
  if (PLAIN.test(character)) return character
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

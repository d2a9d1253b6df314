// One segment of a JSON pointer (RFC 6901 §3): `~` and `/` in names are escaped.

export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

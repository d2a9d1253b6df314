// What an operator would open so that a receiver inside their own network can be reached: said where it is refused.

/** Undefined unless the address itself is private. */
export function networkToOpen(url: string): string | undefined {
  const host = URL.parse(url)?.hostname ?? ''
  if (host === 'localhost' || host === '[::1]' || host.startsWith('127.')) return '127.0.0.0/8,::1'
  const isPrivate = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(host)
  return isPrivate ? `${host}/32` : undefined
}

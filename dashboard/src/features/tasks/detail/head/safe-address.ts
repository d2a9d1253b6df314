// An address from elsewhere that may be followed: only those of the web.
export function safeAddress(address: string | null): string | undefined {
  if (address === null) return undefined
  try {
    const { protocol, href } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}

// Which URLs a text written by a user may link to.
const allowed = new Set(['http:', 'https:', 'mailto:'])

/** Empty where the address is not to be followed. Relative ones would lead into the dashboard, so they are not. */
export function safeLink(address: string): string {
  try {
    const url = new URL(address)
    return allowed.has(url.protocol) ? url.href : ''
  } catch {
    return ''
  }
}

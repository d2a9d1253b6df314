// The URL of a request, from the base URL, the path with its parameters, and the query.

/** With or without `/api` and a slash at the end. */
export function readBaseUrl(url: string | URL): string {
  const { protocol, origin, pathname, search, hash } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(
      `\`url\` must start with http:// or https://, and it starts with ${protocol}`,
    )
  }
  if (search !== '' || hash !== '') throw new TypeError('`url` must not have a query or a fragment')
  return origin + pathname.replace(/\/+$/, '').replace(/\/api$/, '')
}

export function fillPath(path: string, params: readonly string[]): string {
  let next = 0
  return path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value: unknown = params[next++]
    // A dot segment would be resolved and lead to another operation.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
      throw new TypeError(
        `\`${name}\` must be a non-empty string, and it is ${JSON.stringify(value)}`,
      )
    }
    return encodeURIComponent(value)
  })
}

/** A list is repeated, and what is not set is left out. */
export function printQuery(query: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one instanceof Date) search.append(name, one.toISOString())
      else if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

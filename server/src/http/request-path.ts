// Paths as sent by callers. The router rejects an invalid % escape before authentication, so it is escaped here.

/** Removes the path prefix of a proxy; proxies that strip it themselves need no help. */
export function pathBelow(basePath: string, url: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

/** Takes a path that cannot be decoded literally: its `%` become `%25`, and the response is that of any other path. */
export function decodablePath(url: string): string {
  if (!url.includes('%')) return url
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

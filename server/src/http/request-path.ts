// Paths as sent by callers. The router rejects an invalid % escape before authentication, so it is escaped here, and rejected
// later where it matters.

/** Removes the path prefix of a proxy; proxies that strip it themselves need no help. */
export function pathBelow(basePath: string, url: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}

const SLASH = 0x2f
/** Pages of the dashboard resolve relative links by theirs. */
const BELOW_API = /^\/(?:api|agent|ui\/api)\/[^/?]/

/** A trailing slash means the collection: `/api/tasks/` is `/api/tasks`, not a task without a name. */
export function collectionPath(url: string): string {
  const query = url.indexOf('?')
  const end = query === -1 ? url.length : query
  if (url.charCodeAt(end - 1) !== SLASH || !BELOW_API.test(url)) return url
  return url.slice(0, end - 1) + url.slice(end)
}

/** Takes a path that cannot be decoded literally: its `%` become `%25`, so that it is authenticated like any other path. */
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

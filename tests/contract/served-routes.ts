// The routes an API really serves, read from the router itself, so that none can hide from the table of operations.
import type { LocalApi } from '../harness/service.ts'

export type ServedRoute = { method: string; path: string }

/** Paths come in the form of the contract: `/api/tasks/{task}`. */
export function servedRoutes(app: LocalApi['app']): ServedRoute[] {
  return parseRoutes(app.printRoutes({ commonPrefix: false }))
}

/** Each line adds a piece to the path of the line it hangs under; four characters are one step in. */
export function parseRoutes(printed: string): ServedRoute[] {
  const routes: ServedRoute[] = []
  const above: string[] = []
  for (const line of printed.split('\n')) {
    const [, indent = '', piece = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (piece === '') {
      if (line.trim() !== '') throw new Error(`the router printed something new: ${line}`)
      continue
    }
    const depth = indent.length / 4
    above.length = depth
    above.push(piece)
    const path = above.join('').replaceAll(/:(\w+)/g, '{$1}')
    for (const method of methods.split(', ').filter(Boolean)) routes.push({ method, path })
  }
  return routes
}

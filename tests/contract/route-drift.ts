// Where the routes and the table of operations differ.
import type { Operation } from '@task-service/contract'
import type { ServedRoute } from './served-routes.ts'

type Table = Record<string, Pick<Operation, 'method' | 'path'>>

const name = ({ method, path }: ServedRoute): string => `${method} ${path}`

export function operationsWithoutRoute(table: Table, served: readonly ServedRoute[]): string[] {
  const routes = new Set(served.map(name))
  return Object.entries(table)
    .filter(([, entry]) => !routes.has(name(entry)))
    .map(([id]) => id)
}

/** HEAD comes with GET; what the platform asks for is no part of the API. */
export function routesWithoutOperation(
  table: Table,
  served: readonly ServedRoute[],
): ServedRoute[] {
  const known = new Set(Object.values(table).map(name))
  const outside = new Set(['/healthz', '/readyz'])
  return served.filter((route) => {
    if (outside.has(route.path) && ['GET', 'HEAD'].includes(route.method)) return false
    const method = route.method === 'HEAD' ? 'GET' : route.method
    return !known.has(name({ ...route, method }))
  })
}

// Paths and methods outside the contract: 404 with the closest path, or 405 with the methods of the path.
import {
  type Method,
  type Operation,
  operations,
  tokenOperations,
  uiOperations,
} from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countEdits } from '#lib/messages/find-closest.ts'
import { Problem } from '#lib/problem.ts'
import { immediateHook } from './immediate-hook.ts'
import { routerPath } from './route.ts'

type ContractPath = { path: Operation['path']; methods: Method[]; pattern: RegExp }

/** `~` sorts after every letter: if two paths match a request, the one with the fixed segment comes first. */
const rank = (path: string) => path.replaceAll(/\{\w+\}/g, '~')

function listPaths(table: Record<string, Operation>): ContractPath[] {
  return [...Map.groupBy(Object.values(table), ({ path }) => path)]
    .map(([path, entries]) => ({
      path,
      methods: entries.map(({ method }) => method),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }))
    .toSorted((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1))
}

const pathsByPrefix = {
  '/api': listPaths(operations),
  '/ui/api': listPaths(uiOperations),
  '/agent': listPaths(tokenOperations),
}
const everywhere = Object.values(pathsByPrefix).flat()

/** The dashboard has all operations of the API below its own path. */
export function allowedMethods(path: string): string[] {
  const inner = path.replace(/^\/ui(?=\/api\/)/, '')
  const fits = ({ pattern }: ContractPath) => pattern.test(path) || pattern.test(inner)
  const methods: string[] = everywhere.find(fits)?.methods ?? []
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

export function refuseUnknownRoute(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split('?', 1)[0] ?? ''
  const allowed = allowedMethods(path)
  if (allowed.length === 0 || allowed.includes(request.method)) throw routeNotFound(path)
  reply.header('allow', allowed.join(', '))
  const detail = `${request.method} is not supported for this path. Use ${allowed.join(', ')}.`
  throw new Problem('method_not_allowed', detail, { details: { allowed } })
}

function routeNotFound(path: string): Problem {
  const close = suggestPath(path)
  const detail = close && `No endpoint has this path. Did you mean ${close}?`
  return new Problem('route_not_found', detail)
}

/** No path has more, and callers choose how many they send. */
const MAX_SEGMENTS = 12

/** The closest path of the API, with what was sent in place of its parameters. */
export function suggestPath(path: string): string | undefined {
  const sent = path.split('/', MAX_SEGMENTS)
  const paths = pathsByPrefix[sent[1] === 'agent' ? '/agent' : '/api']
  const full = ['', 'api', ...sent.slice(1)]
  const exact = paths.find(({ pattern }) => pattern.test(full.join('/')))
  if (exact) return fill(exact.path, full)
  let best: { path: string; edits: number } | undefined
  for (const { path: template } of paths) {
    const edits = countPathEdits(sent, template.split('/'), best && best.edits - 1)
    if (edits !== undefined) best = { path: template, edits }
  }
  return best && fill(best.path, sent)
}

const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false

/** In the fixed segments only: IDs are longer than these, and would make any two paths look alike. */
function countPathEdits(
  sent: readonly string[],
  template: readonly string[],
  limit: number | undefined,
): number | undefined {
  if (template.some((segment, index) => isParameter(segment) && !sent[index])) return undefined
  const fixed = sent.filter((_, index) => !isParameter(template[index]))
  const expected = template.filter((segment) => !isParameter(segment))
  return countEdits(fixed.join('/'), expected.join('/'), limit)
}

/** What is long or unusual is not repeated. */
const isShown = (segment: string | undefined): boolean => /^[\w.~%-]{1,64}$/.test(segment ?? '')

function fill(template: string, sent: readonly string[]): string {
  return template
    .split('/')
    .map((segment, index) => (isParameter(segment) && isShown(sent[index]) ? sent[index] : segment))
    .join('/')
}

/** Rejects before the body is read: its errors are irrelevant when no route accepts it. */
export function refuseUnknownRoutes(
  api: FastifyInstance,
  prefix: '/api' | '/agent' = '/api',
): void {
  api.setNotFoundHandler(refuseUnknownRoute)
  const refuse = immediateHook((request, reply) => {
    if (request.is404) refuseUnknownRoute(request, reply)
  })
  api.addHook('onRequest', refuse)
  const paths = pathsByPrefix[prefix]
  for (const path of paths) {
    const method = shadowedMethods(path, paths)
    if (method.length === 0) continue
    api.route({
      method,
      url: routerPath(path.path),
      onRequest: immediateHook(refuseUnknownRoute),
      handler: refuseUnknownRoute,
    })
  }
}

/**
 * `/tasks/bulk` also fits `/tasks/{task}`, and the router looks at each method alone: it would take `GET /tasks/bulk`
 * for a task called bulk.
 */
function shadowedMethods(
  { path, methods }: ContractPath,
  paths: readonly ContractPath[],
): Method[] {
  const shadowing = paths.filter(
    (other) => rank(path) < rank(other.path) && overlap(path, other.path),
  )
  const theirs = new Set(shadowing.flatMap((other) => other.methods))
  return [...theirs].filter((method) => !methods.includes(method))
}

function overlap(a: string, b: string): boolean {
  const [left, right] = [a.split('/'), b.split('/')]
  return (
    left.length === right.length &&
    left.every((segment, index) => meets(segment, right[index] ?? ''))
  )
}

function meets(segment: string, other: string): boolean {
  return segment === other || isParameter(segment) || isParameter(other)
}

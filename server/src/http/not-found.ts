// Paths and methods outside the contract: 404, or 405 with what the path does take.
import { type Operation, operations } from '@task-service/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#lib/problem.ts'

const patterns = Object.values<Operation>(operations).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

export function allowedMethods(path: string): string[] {
  const methods: string[] = patterns
    .filter(({ pattern }) => pattern.test(path))
    .map(({ method }) => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

export function refuseUnknownRoute(request: FastifyRequest, reply: FastifyReply): never {
  const allowed = allowedMethods(request.url.split('?', 1)[0] ?? '')
  // Another route with a fixed path can cover this one for the same method; then the path is simply unknown.
  if (allowed.length === 0 || allowed.includes(request.method)) throw new Problem('route_not_found')
  reply.header('allow', allowed.join(', '))
  throw new Problem('method_not_allowed', `This path takes ${allowed.join(', ')}.`, {
    details: { allowed },
  })
}

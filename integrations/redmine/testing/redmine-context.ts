// A context for calls of the integration against a Redmine, with whatever key a test is about.
import type { HttpRequest } from '@task-service/kit'
import type { Config, Context } from '../wire.ts'
import { keys, project } from './redmine-server.ts'

export type TestContext = Context & { asked: HttpRequest[] }

export function contextFor(
  url: string,
  who: keyof typeof keys = 'syncbot',
  config: Partial<Config> = {},
): TestContext {
  const asked: HttpRequest[] = []
  return {
    asked,
    config: { url, project, ...config },
    secret: (name) => ({ secret: name }),
    log: () => {},
    signal: new AbortController().signal,
    now: () => new Date(),
    http: {
      async request(request) {
        asked.push(request)
        const { method, url: address, body } = request
        const response = await fetch(address, {
          method,
          headers: { 'X-Redmine-API-Key': keys[who], 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.text(),
        }
      },
    },
  }
}

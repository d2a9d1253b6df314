// Runs in a process of its own: loads an integration and makes one call, with requests made by the parent.
import { once } from 'node:events'
import { type EdgeRequest, Failure, type FailureKind, type Plugin } from '@task-service/kit'
import type { Order, Report } from './fresh-process.ts'

type Answer = {
  id: number
  response?: unknown
  failure?: { kind: FailureKind; message: string; facts: Failure['facts'] }
}

const waiting = new Map<number, (answer: Answer) => void>()
const send = (report: Report): void => void process.send?.(report)

const [order] = (await once(process, 'message')) as [Order] // the parent's only other kind of message comes later
process.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer))

async function ask(report: (id: number) => Report): Promise<unknown> {
  const id = waiting.size + 1
  const answer = new Promise<Answer>((resolve) => void waiting.set(id, resolve))
  send(report(id))
  const { response, failure } = await answer
  if (response !== undefined) return response
  throw new Failure(failure?.kind ?? 'internal', failure?.message ?? '', failure?.facts)
}

const context = {
  config: order.config,
  secret: (name: string) => ({ secret: name }),
  http: {
    request: (request: Parameters<Parameters<Plugin['fetchOne']>[0]['http']['request']>[0]) =>
      ask((id) => ({ kind: 'request', id, request })),
  },
  ...(order.edge && {
    edge: {
      run: (request: EdgeRequest) => ask((id) => ({ kind: 'edge', id, request })),
      statements: (connector: string) => ask((id) => ({ kind: 'statements', id, connector })),
    },
  }),
  log: () => {},
  signal: new AbortController().signal,
  now: () => new Date(),
} as Parameters<Plugin['fetchOne']>[0] // the configuration is whatever the integration asked for

try {
  const { plugin } = (await import(order.entry)) as { plugin: Plugin } // what every entry exports
  send({ kind: 'result', value: await run(plugin) })
} catch (error) {
  send({ kind: 'error', message: String(error) })
}

async function run(plugin: Plugin): Promise<unknown> {
  if (order.what === 'fetchOne') {
    const [ref] = order.args as [Parameters<Plugin['fetchOne']>[1]] // as the parent sent it
    return await plugin.fetchOne(context, ref)
  }
  const [cursor, options] = order.args as [
    Parameters<Plugin['pull']>[1],
    Parameters<Plugin['pull']>[2],
  ] // as the parent sent them
  return await Array.fromAsync(plugin.pull(context, cursor, options))
}

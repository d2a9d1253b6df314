// Makes one call of an integration in a process of its own, which may neither write, listen, connect nor read variables.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Failure, type HttpRequest, type Json } from '@task-service/kit'
import type { Bench } from './bench.ts'

export type ProcessCall = { what: 'pull' | 'fetchOne'; args: unknown[] }

/** To the child. */
export type Order = ProcessCall & { entry: string; config: Record<string, Json> }

/** From the child. */
export type Report =
  | { kind: 'request'; id: number; request: HttpRequest }
  | { kind: 'result'; value: unknown }
  | { kind: 'error'; message: string }

export async function callInProcess(bench: Bench, call: ProcessCall): Promise<unknown> {
  const { ctx, client } = bench.open()
  const child = fork(join(import.meta.dirname, 'plugin-process.ts'), {
    env: {},
    execArgv: ['--permission', '--allow-fs-read=*'],
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  try {
    return await new Promise((resolve, reject) => {
      child.on('message', (report: Report) => {
        if (report.kind === 'result') resolve(report.value)
        if (report.kind === 'error') reject(new Error(report.message))
        if (report.kind !== 'request') return
        const { id, request } = report
        client.request(request).then(
          (response) => child.send({ id, response }),
          (error: unknown) => child.send({ id, failure: describe(error) }),
        )
      })
      void exited.then(() => reject(new Error('the process ended without a result')))
      const order: Order = { ...call, entry: bench.options.entry, config: { ...ctx.config } }
      child.send(order)
    })
  } finally {
    child.kill()
    await exited
  }
}

const describe = (error: unknown) =>
  error instanceof Failure
    ? { kind: error.kind, message: error.message, facts: error.facts }
    : { kind: 'internal', message: String(error), facts: {} }

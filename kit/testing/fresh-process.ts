// Makes one call of an integration in a process of its own, which may neither write, listen, connect nor read variables.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { type EdgeRequest, Failure, type HttpRequest, type Json } from '@task-service/kit'
import type { Bench } from './bench.ts'

/** JavaScript in the published package. */
const PROGRAM = `plugin-process${extname(import.meta.filename)}`

export type ProcessCall = { what: 'pull' | 'fetchOne'; args: unknown[] }

/** To the child. */
export type Order = ProcessCall & { entry: string; config: Record<string, Json>; edge: boolean }

/** From the child. */
export type Report =
  | { kind: 'request'; id: number; request: HttpRequest }
  | { kind: 'edge'; id: number; request: EdgeRequest }
  | { kind: 'statements'; id: number; connector: string }
  | { kind: 'result'; value: unknown }
  | { kind: 'error'; message: string }

export async function callInProcess(bench: Bench, call: ProcessCall): Promise<unknown> {
  const { ctx, client } = bench.open()
  const child = fork(join(import.meta.dirname, PROGRAM), {
    env: {},
    execArgv: ['--permission', '--allow-fs-read=*'],
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  const answerTo = async (asked: Exclude<Report, { kind: 'result' | 'error' }>) => {
    if (asked.kind === 'edge') return await ctx.edge?.run(asked.request)
    if (asked.kind === 'statements') return await ctx.edge?.statements(asked.connector)
    return await client.request(asked.request)
  }
  try {
    return await new Promise((resolve, reject) => {
      child.on('message', (report: Report) => {
        if (report.kind === 'result') resolve(report.value)
        if (report.kind === 'error') reject(new Error(report.message))
        if (report.kind === 'result' || report.kind === 'error') return
        const { id } = report
        answerTo(report).then(
          (response) => child.send({ id, response }),
          (error: unknown) => child.send({ id, failure: describe(error) }),
        )
      })
      void exited.then(() => reject(new Error('the process ended without a result')))
      const { entry } = bench.options
      const edge = ctx.edge !== undefined
      const order: Order = { ...call, entry, edge, config: { ...ctx.config } }
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

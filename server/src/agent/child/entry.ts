// Entry point of a plugin process: loads the integration in a sandbox and executes the calls of the host, line by line. It
// ends with its host.
import type { FailureKind, Plugin } from '@task-service/kit'
import type { WireFailure } from '#agent/process/messages.ts'
import { Calls } from './calls.ts'
import { createLink } from './link.ts'
import { enterSandbox } from './sandbox.ts'
import { describeThrown } from './thrown.ts'

const link = createLink()
let calls: Calls | undefined

link.onMessage((message) => {
  if (message.type !== 'start') return calls?.handle(message)
  enterSandbox(message.packages, (text) => link.send({ type: 'log', call: 0, message: text }))
  load(message.entry).catch((error: unknown) =>
    link.send({ type: 'broken', message: describeThrown(error).message }),
  )
})

async function load(entry: string): Promise<void> {
  const { Failure } = await import('@task-service/kit')
  const { plugin } = (await import(entry)) as { plugin?: Plugin } // checked below
  if (typeof plugin !== 'object' || plugin === null) {
    throw new Error('it has no export named `plugin`')
  }
  const makeFailure = ({ kind, message, facts }: WireFailure) =>
    new Failure(kind as FailureKind, message, facts) // the host sends no other kinds
  calls = new Calls({ plugin, send: link.send, makeFailure })
  link.send({ type: 'ready', apiVersion: plugin.apiVersion })
}

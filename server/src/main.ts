#!/usr/bin/env node
// The operator's program: argv chooses a command, nothing else happens here.
import { endOnSignal } from '#commands/end-on-signal.ts'
import { findNodeFault } from '#commands/required-node.ts'

// Before the rest is loaded: a container may be asked to stop at any moment.
endOnSignal()
const fault = findNodeFault(process.version)
if (fault === undefined) {
  const { runProgram } = await import('#commands/program.ts')
  process.exitCode = await runProgram(process.argv)
} else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}

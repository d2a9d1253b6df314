#!/usr/bin/env node
// The command line of Task Service: checks the version of Node.js and runs a command. Everything else is loaded on demand.
import { findNodeFault } from '#cli/program/required-node.ts'

const fault = findNodeFault(process.version)
if (fault === undefined) {
  const { runProgram } = await import('#cli/program/run-program.ts')
  process.exitCode = await runProgram(process.argv.slice(2))
} else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}

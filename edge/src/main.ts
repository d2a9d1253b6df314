#!/usr/bin/env node
// The connector: arguments → command, nothing else.
import { runProgram } from '#edge/commands/program.ts'

process.exitCode = await runProgram(process.argv)

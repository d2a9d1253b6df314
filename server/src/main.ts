#!/usr/bin/env node
// The operator's program: argv chooses a command, nothing else happens here.
import { runProgram } from '#commands/program.ts'

process.exitCode = await runProgram(process.argv)

// `npm run prove -- <name> [--full] [--control] [--seed N]`
import { runProgram } from '../tools/run-program.ts'

await runProgram(import.meta.dirname, 'prove')

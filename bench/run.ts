// `npm run bench -- <name> [--full] [--seed N]`
import { runProgram } from '../tools/run-program.ts'

await runProgram(import.meta.dirname, 'bench')

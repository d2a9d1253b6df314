// `npm run prove -- <name> [--full] [--control] [--seed N]`, or `-- --for <path…> [--list]`
import { runProgram } from '../tools/run-program.ts'

if (process.argv.includes('--for')) {
  // Reads every program, which a single one need not wait for.
  const { runFor } = await import('../tools/programs/run-for.ts')
  runFor(process.argv.slice(2))
} else {
  await runProgram(import.meta.dirname, 'prove')
}

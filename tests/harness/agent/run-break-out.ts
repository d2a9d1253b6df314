// Tries one break-out in this very process and prints the result; started with and without permissions.
import { breakOuts, type Target } from './plugins/hostile/break-outs.ts'

const [name = '', target = '{}'] = process.argv.slice(2)
process.on('uncaughtException', (error) => {
  process.stdout.write(`held: ${error.message}`)
  process.exit(0)
})
try {
  process.stdout.write(`out: ${await breakOuts[name]?.(JSON.parse(target) as Target)}`) // the test wrote it
} catch (error) {
  process.stdout.write(`held: ${error instanceof Error ? error.message : String(error)}`)
}

// Standard input as a whole, such as a JSON body.
import { text } from 'node:stream/consumers'
import { CommandError } from './command-error.ts'
import { parseJson } from './command-input.ts'

export async function readStdin(what: string): Promise<string> {
  if (process.stdin.isTTY)
    process.stderr.write(`Reading ${what} from standard input. End with Ctrl+D.\n`)
  return text(process.stdin)
}

export async function readJsonObject(what: string): Promise<Record<string, unknown>> {
  const value = parseJson(await readStdin(what), 'Standard input')
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown> // checked just now
  }
  throw new CommandError('usage', 'Standard input must be one JSON object.')
}

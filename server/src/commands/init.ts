// `init`: a complete .env on standard output, with secrets made here and nowhere stored.
import { generateEnv } from '#config/generate-env.ts'
import { CommandError } from './exit-codes.ts'
import type { Output } from './output.ts'

type InitOptions = { databaseUrl?: string; port?: string; host?: string }

export async function init(output: Output, options: Record<string, unknown>): Promise<undefined> {
  const { databaseUrl, port, host } = options as InitOptions // as program.ts declares them
  if (port !== undefined && !/^\d{1,5}$/.test(port)) {
    throw new CommandError('usage', '--port takes a number from 0 to 65535.')
  }
  const text = generateEnv({
    databaseUrl: databaseUrl ?? '',
    ...(port !== undefined && { port: Number(port) }),
    ...(host !== undefined && { host }),
  })
  output.result({ env: text }, text.trimEnd())
  output.note(
    '# Save this as .env, keep a copy of SERVICE_ACP_MASTER_KEY in a safe place, then: npm start',
  )
}

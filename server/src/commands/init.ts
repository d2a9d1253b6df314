// `init`: a complete .env on standard output, with generated secrets that are stored nowhere else.
import { generateComposeEnv } from '#config/compose-env.ts'
import { generateEnv } from '#config/generate-env.ts'
import { CommandError } from './exit-codes.ts'
import type { Output } from './output.ts'

type InitOptions = { databaseUrl?: string; compose?: boolean; port?: string; host?: string }

const DEFAULT_DATABASE_URL = 'postgres://postgres@localhost:5432/postgres'

export async function init(output: Output, options: Record<string, unknown>): Promise<undefined> {
  const { databaseUrl, compose, port, host } = options as InitOptions // as program.ts declares them
  if (port !== undefined && !/^\d{1,5}$/.test(port)) {
    throw new CommandError('usage', '--port must be a number from 0 to 65535.')
  }
  if (compose && databaseUrl !== undefined) {
    throw new CommandError(
      'usage',
      'Use either --compose or --database-url: deploy/compose.yaml includes PostgreSQL.',
    )
  }
  const given = {
    ...(port !== undefined && { port: Number(port) }),
    ...(host !== undefined && { host }),
  }
  const text = compose
    ? generateComposeEnv(given)
    : generateEnv({ databaseUrl: databaseUrl ?? DEFAULT_DATABASE_URL, ...given })
  output.result({ env: text }, text.trimEnd())
  const next = compose ? 'docker compose up -d' : 'npm start'
  output.note(
    `# Save this as .env, keep a copy of SERVICE_ACP_MASTER_KEY in a safe place, then: ${next}`,
  )
}

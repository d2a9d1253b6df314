// `init`: a complete .env with generated secrets that are stored nowhere else, on standard output or as a new file.
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { generateComposeEnv } from '#config/compose-env.ts'
import { generateEnv } from '#config/generate-env.ts'
import { loadConfig } from '#config/load.ts'
import { openDatabase } from '#db/database.ts'
import { sql } from '#db/sql.ts'
import { findDatabaseCause } from './database-cause.ts'
import { CommandError } from './exit-codes.ts'
import type { Output } from './output.ts'

type InitOptions = {
  databaseUrl?: string
  compose?: boolean
  port?: string
  host?: string
  out?: string
  test?: boolean
  local?: boolean
}

const DEFAULT_DATABASE_URL = 'postgres://postgres@localhost:5432/postgres'
const THIS_COMPUTER = '127.0.0.0/8,::1'
/** Only the owner can read it. */
const MODE = 0o600

export async function init(output: Output, given: Record<string, unknown>): Promise<undefined> {
  const options = given as InitOptions // as program.ts declares them
  const { compose, out } = options
  refuseInvalid(options)
  const text = compose ? generateComposeEnv(envOptions(options)) : generateEnv(withUrl(options))
  if (out === undefined) {
    output.result({ env: text }, text.trimEnd())
    const next = compose ? 'docker compose up -d' : 'npm start'
    output.note(
      `# Save this as .env, keep a copy of SERVICE_ACP_MASTER_KEY in a safe place, then: ${next}`,
    )
    return
  }
  const file = resolve(out)
  // Before the database is asked: nothing that is done here would be kept.
  if (existsSync(file)) throw alreadyExists(out)
  const tested = options.test !== false && !compose
  const database = tested ? await testDatabase(withUrl(options).databaseUrl) : null
  write(out, file, text)
  const next = compose ? ['docker compose up -d'] : ['npm start', 'npm run -s task-service -- demo']
  output.result({ file, database, next }, [
    `Wrote ${out} (mode 0600) with new secrets.`,
    ...(database ? [`The database responds: PostgreSQL ${database.version}.`] : []),
    'Keep a copy of SERVICE_ACP_MASTER_KEY in a safe place: stored credentials cannot be decrypted without it.',
    '',
    ...(compose
      ? ['Next:', '  docker compose up -d']
      : [
          'Next:',
          '  npm start                              # migrate the database and start the service',
          '  npm run -s task-service -- demo        # optional, in another terminal: sample data',
        ]),
  ])
}

function refuseInvalid({ port, compose, databaseUrl }: InitOptions): void {
  if (port !== undefined && !/^\d{1,5}$/.test(port)) {
    throw new CommandError('usage', '--port must be a number from 0 to 65535.')
  }
  if (compose && databaseUrl !== undefined) {
    throw new CommandError(
      'usage',
      'Use either --compose or --database-url: deploy/compose.yaml includes PostgreSQL.',
    )
  }
}

function envOptions({ port, host, local }: InitOptions) {
  return {
    ...(port !== undefined && { port: Number(port) }),
    ...(host !== undefined && { host }),
    ...(local && { egressAllow: THIS_COMPUTER }),
  }
}

const withUrl = (options: InitOptions) => ({
  databaseUrl: options.databaseUrl ?? DEFAULT_DATABASE_URL,
  ...envOptions(options),
})

const alreadyExists = (out: string) =>
  new CommandError(
    'usage',
    `${out} already exists. Its secrets belong to an installation, so it is not overwritten. Choose another file, or move it away.`,
  )

function write(out: string, file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: MODE })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // thrown by node:fs
    if (code === 'EEXIST') throw alreadyExists(out)
    throw new CommandError('usage', `Cannot write ${out}: ${message}`)
  }
}

type TestedDatabase = { version: string }

/** Connects as the service will, and checks what the migrations need. */
async function testDatabase(databaseUrl: string): Promise<TestedDatabase> {
  const { database } = loadConfig({ needs: ['database'], env: { DATABASE_URL: databaseUrl } })
  const url = database.url.reveal()
  const db = openDatabase({ ...database, url, poolSize: 1 })
  try {
    const [row] = await db.owner.rows<{ version: string; creates: boolean; owns: boolean }>(sql`
      select current_setting('server_version') as version, r.rolsuper or r.rolcreaterole as creates,
        has_database_privilege(current_database(), 'create') as owns
      from pg_roles r where r.rolname = current_user`)
    if (row && row.creates && row.owns) return { version: row.version }
  } catch (error) {
    const { detail, fix } = findDatabaseCause(error, url)
    throw new CommandError('database', `${detail} ${fix} ${NOT_WRITTEN}`)
  } finally {
    await db.close()
  }
  const missing = Object.assign(new Error('it cannot create roles or schemas'), { code: '42501' })
  const { detail, fix } = findDatabaseCause(missing, url)
  throw new CommandError('database', `${detail} ${fix} ${NOT_WRITTEN}`)
}

const NOT_WRITTEN = 'Nothing was written. To write the file without this test, add --no-test.'

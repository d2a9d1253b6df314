// Makes the .env of deploy/compose.yaml: that of any installation, and the passwords of the PostgreSQL it brings along.
import { randomBytes } from 'node:crypto'
import { generateEnv } from './generate-env.ts'

/** The host is the name of the service in the compose file; the user and the database are made on the first start. */
const address = (password: string) =>
  `postgres://task_service:${password}@postgres:5432/task_service`

export function generateComposeEnv(options: { port?: number; host?: string }): string {
  const lines = [
    '',
    '# --- deploy/compose.yaml ---',
    '',
    "# Password of PostgreSQL's superuser, set when the database is made. The service never gets it.",
    `POSTGRES_PASSWORD=${newPassword()}`,
    '',
    '# Image of the service; by default the one of the version that deploy/compose.yaml came with.',
    '# TASK_SERVICE_IMAGE=',
  ]
  return `${generateEnv({ databaseUrl: address(newPassword()), ...options })}${lines.join('\n')}\n`
}

// Letters and digits only: it stands in an address and in files whose readers disagree about all else.
function newPassword(): string {
  return randomBytes(24).toString('hex')
}

// Generates the .env of deploy/compose.yaml: that of any installation, and the passwords of the bundled PostgreSQL.
import { randomBytes } from 'node:crypto'
import { generateEnv } from './generate-env.ts'

/** The host is the name of the service in the compose file; the user and the database are created on the first start. */
const databaseUrl = (password: string) =>
  `postgres://task_service:${password}@postgres:5432/task_service`

export function generateComposeEnv(options: {
  port?: number
  host?: string
  egressAllow?: string
}): string {
  const lines = [
    '',
    '# --- deploy/compose.yaml ---',
    '',
    '# Password of the PostgreSQL superuser, set when the database is created. Task Service does not use it.',
    `POSTGRES_PASSWORD=${newPassword()}`,
    '',
    '# Image of Task Service. Default: the version that deploy/compose.yaml belongs to.',
    '# TASK_SERVICE_IMAGE=',
  ]
  return `${generateEnv({ databaseUrl: databaseUrl(newPassword()), ...options })}${lines.join('\n')}\n`
}

// Letters and digits only: it is part of a URL, and of files whose readers disagree about everything else.
function newPassword(): string {
  return randomBytes(24).toString('hex')
}

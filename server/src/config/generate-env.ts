// Generates the .env of a new installation: complete, with new secrets, ready to start.
import { randomBytes } from 'node:crypto'
import { generateApiKey } from '#crypto/api-key.ts'
import { generatePassword } from '#crypto/generate-password.ts'
import { loadConfig } from './load.ts'
import { type EnvValues, renderEnvFile } from './reference.ts'

const opening = [
  '# Configuration of Task Service, with secrets generated for this installation.',
  '# Keep it out of source control, and keep a backup of the master key in a safe place.',
]

/** Throws ConfigError when a given value would be rejected at start. */
export function generateEnv(options: {
  databaseUrl: string
  port?: number
  host?: string
  publicUrl?: string
  /** Networks that webhooks and integrations may connect to. */
  egressAllow?: string
}): string {
  const given: EnvValues = {
    DATABASE_URL: options.databaseUrl,
    SERVICE_ACP_API_KEY: generateApiKey(),
    SERVICE_ACP_MASTER_KEY: randomBytes(32).toString('base64'),
    SERVICE_ACP_UI_PASSWORD: generatePassword(),
    ...(options.port === undefined ? {} : { SERVICE_ACP_PORT: String(options.port) }),
    ...(options.host === undefined ? {} : { SERVICE_ACP_HOST: options.host }),
    ...(options.publicUrl === undefined ? {} : { SERVICE_ACP_PUBLIC_URL: options.publicUrl }),
    ...(options.egressAllow && { SERVICE_ACP_EGRESS_ALLOW: options.egressAllow }),
  }
  const { database, http } = loadConfig({ needs: ['database', 'api', 'master'], env: given })
  // The parsed values are written, not the given ones, so that no value can inject a line into the file.
  return renderEnvFile(opening, {
    ...given,
    DATABASE_URL: escapeForEnvFile(database.url.reveal()),
    ...(http.hostSuffix && { SERVICE_ACP_HOST: http.hostSuffix }),
    ...(http.publicUrl && { SERVICE_ACP_PUBLIC_URL: escapeForEnvFile(http.publicUrl) }),
  })
}

// Readers of .env files disagree about quotes, `$`, spaces and `#`; a URL does not need them.
function escapeForEnvFile(url: string): string {
  return url.replace(/[^\w:/?@&=%.,+~[\]-]/gu, percentEncode)
}

function percentEncode(character: string): string {
  const bytes = [...Buffer.from(character)]
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

// The errors of a database that this program cannot use, or not yet.

export class SchemaRefused extends Error {
  override readonly name = 'SchemaRefused'
}

/** The only schema error that another process may be about to fix. */
export class SchemaBehind extends SchemaRefused {}

/**
 * PostgreSQL names the extension, but not what to do: it may be missing on the server, not allowed by the provider, or need a
 * superuser.
 */
export function explainExtension(error: unknown): unknown {
  const message = error instanceof Error ? error.message : ''
  const [, name] = /extension "([\w-]+)"/.exec(message) ?? []
  if (name === undefined) return error
  return new SchemaRefused(
    `PostgreSQL cannot create the extension ${name}: ${message}. Install PostgreSQL's contrib modules on the server, allow the extension in the settings of your provider, or have a superuser run in this database: create extension ${name}. Then run: task-service migrate`,
    { cause: error },
  )
}

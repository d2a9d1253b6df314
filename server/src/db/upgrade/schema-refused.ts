// The errors of a database that this program cannot use, or not yet.

export class SchemaRefused extends Error {
  override readonly name = 'SchemaRefused'
}

/** The only schema error that another process may be about to fix. */
export class SchemaBehind extends SchemaRefused {}

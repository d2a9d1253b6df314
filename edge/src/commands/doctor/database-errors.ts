// Database errors by their code, with fixes. The database's own text is never used, because it may contain values.
import { DriverFailure } from '#edge/drivers/driver.ts'

type KnownError = { codes: readonly string[]; says: string }

/** SQLSTATE of PostgreSQL, numbers of MySQL and MariaDB. */
const known: readonly KnownError[] = [
  { codes: ['42703', '1054'], says: 'a column does not exist. Fix the policy' },
  {
    codes: ['42P01', '1146', '3F000'],
    says: 'a table does not exist. Fix the policy, or qualify the table with its schema',
  },
  {
    codes: ['42501', '1142', '1143', '1370'],
    says: 'the role lacks a permission that the statement needs. See task-edge print-role',
  },
  { codes: ['42601', '1064'], says: 'the SQL is not valid for this database. Fix the policy' },
  {
    codes: ['42883', '1305'],
    says: 'a function does not exist, or has other argument types. Fix the policy',
  },
  {
    codes: ['28P01', '28000', '1045', '1698'],
    says: 'wrong user or password, or the user may not connect from this host. Check the login of the policy',
  },
  {
    codes: ['3D000', '1049', '1044'],
    says: 'the database does not exist, or the user may not connect to it. Check the database name in the URL',
  },
  {
    codes: ['53300', '1040', '1203', '1226'],
    says: 'too many connections. Close some, or raise the limit of the role',
  },
]

/** Error codes of Node.js; long ones are truncated. */
const CERTIFICATE = /CERT|SELF_SIGN|UNABLE_TO_|SSL/

const general: Readonly<Record<DriverFailure['fault'], string>> = {
  refused: 'see the log of the database',
  unreachable: 'check host, port and firewall',
  timeout: 'check its load and locks',
  too_large: 'return fewer rows or columns',
  no_undo: 'run: alter table … engine=InnoDB',
}

const failures: Readonly<Record<DriverFailure['fault'], string>> = {
  refused: 'the database rejected the request',
  unreachable: 'the database does not respond',
  timeout: 'the database timed out',
  too_large: 'the result is too large',
  no_undo: 'a table has no transactions',
}

export function describeFailure(error: unknown): string {
  if (!(error instanceof DriverFailure)) return (error as Error).message
  const { fault, databaseCode: code } = error
  const shown = code === undefined ? '' : ` (${code})`
  return `${failures[fault]}${shown}: ${meaningOf(code) ?? general[fault]}`
}

function meaningOf(code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  if (CERTIFICATE.test(code)) {
    return 'its certificate is not trusted. Set its certificate authority in the policy: tls: {ca_file: …}'
  }
  return known.find(({ codes }) => codes.includes(code))?.says
}

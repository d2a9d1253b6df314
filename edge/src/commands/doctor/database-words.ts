// What a database meant by its code, in words of ours, and what mends it. Its own text stays where it is.
import { DriverFailure } from '#edge/drivers/driver.ts'

type Words = { codes: readonly string[]; says: string }

/** SQLSTATE of PostgreSQL, numbers of MySQL and MariaDB. */
const known: readonly Words[] = [
  { codes: ['42703', '1054'], says: 'it names a column that does not exist. Fix the policy' },
  {
    codes: ['42P01', '1146', '3F000'],
    says: 'it names a table that does not exist. Fix the policy, or the schema in its names',
  },
  {
    codes: ['42501', '1142', '1143', '1370'],
    says: 'the role lacks a permission that the statement needs. task-edge print-role prints them',
  },
  { codes: ['42601', '1064'], says: 'the SQL is not valid for this database. Fix the policy' },
  {
    codes: ['42883', '1305'],
    says: 'it calls a function that does not exist, or with other types. Fix the policy',
  },
  {
    codes: ['28P01', '28000', '1045', '1698'],
    says: 'the user or the password is wrong, or the user may not come from here. Look at the login that the policy names',
  },
  {
    codes: ['3D000', '1049', '1044'],
    says: 'there is no database of this name, or the user may not use it. Look at the end of its address',
  },
  {
    codes: ['53300', '1040', '1203', '1226'],
    says: 'it has too many connections. End some, or raise the limit of the role',
  },
]

/** Node.js names them; long ones arrive cut. */
const CERTIFICATE = /CERT|SELF_SIGN|UNABLE_TO_|SSL/

const general: Readonly<Record<DriverFailure['fault'], string>> = {
  refused: 'Its log says why',
  unreachable: 'Look at the host, the port and the firewall',
  timeout: 'Look at its load, and at locks',
  too_large: 'Let the statement give less',
  no_undo: 'Run: alter table … engine=InnoDB',
}

const acts: Readonly<Record<DriverFailure['fault'], string>> = {
  refused: 'refuses',
  unreachable: 'does not answer',
  timeout: 'takes too long',
  too_large: 'gives too much',
  no_undo: 'has a table without transactions',
}

export function describeFailure(error: unknown): string {
  if (!(error instanceof DriverFailure)) return (error as Error).message
  const { fault, databaseCode: code } = error
  const shown = code === undefined ? '' : ` (${code})`
  return `${acts[fault]}${shown}: ${meaningOf(code) ?? general[fault]}`
}

function meaningOf(code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  if (CERTIFICATE.test(code)) {
    return 'its certificate is not accepted. Name its authority in the policy: tls: {ca_file: …}'
  }
  return known.find(({ codes }) => codes.includes(code))?.says
}

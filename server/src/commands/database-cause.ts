// Why a connection to PostgreSQL fails, and what to do about it: one cause for each way in which it usually goes wrong.

export type DatabaseCause = {
  cause:
    | 'unreachable'
    | 'unknown_host'
    | 'timeout'
    | 'wrong_password'
    | 'login_rejected'
    | 'no_database'
    | 'no_permission'
    | 'too_many_connections'
    | 'starting'
    | 'tls_required'
    | 'tls_unsupported'
    | 'tls_certificate'
    | 'unknown'
  detail: string
  fix: string
}

type Place = { host: string; user: string; database: string }

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/

/** Without the password. What the URL does not say, PostgreSQL often does. */
function placeOf(databaseUrl: string | undefined, message: string): Place {
  const url = databaseUrl === undefined ? null : URL.parse(databaseUrl)
  const named = (kind: string) => new RegExp(`${kind} "(.+?)"`).exec(message)?.[1]
  const path = url?.pathname.slice(1)
  return {
    host: url?.searchParams.get('host') || url?.hostname || 'The server',
    user: (url && decodeURIComponent(url.username)) || named('(?:user|role)') || '…',
    database: (path && decodeURIComponent(path)) || named('database') || '…',
  }
}

export function findDatabaseCause(error: unknown, databaseUrl?: string): DatabaseCause {
  const { code, message } = readError(error)
  const place = placeOf(databaseUrl, message)
  return (
    networkCause(code, message, place) ??
    tlsCause(code, message, place) ??
    loginCause(code, message, place) ?? {
      cause: 'unknown',
      detail: message || 'no connection',
      fix: 'Check DATABASE_URL, that PostgreSQL is running and accepts this user, and the network.',
    }
  )
}

/** Node.js reports several addresses of a host as one error with several causes. */
function readError(error: unknown): { code: string; message: string } {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const outer = error as { code?: unknown; message?: unknown } | null
  const { code = outer?.code, message = outer?.message } = (inner ?? {}) as {
    code?: unknown
    message?: unknown
  }
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : '',
  }
}

function networkCause(code: string, message: string, { host }: Place): DatabaseCause | undefined {
  if (code === 'ECONNREFUSED' || code === 'ENOENT') {
    return {
      cause: 'unreachable',
      detail: `No server accepts connections: ${message}.`,
      fix: 'Check DATABASE_URL and that PostgreSQL is running. In a container, localhost is the container itself.',
    }
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      cause: 'unknown_host',
      detail: `The host name does not resolve: ${message}.`,
      fix: 'Correct the host in DATABASE_URL, or its DNS entry.',
    }
  }
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || /timeout/i.test(message)) {
    return {
      cause: 'timeout',
      detail: `${host} does not respond.`,
      fix: 'Check the network and firewalls between this machine and PostgreSQL, and the port in DATABASE_URL.',
    }
  }
  return undefined
}

function tlsCause(code: string, message: string, { host }: Place): DatabaseCause | undefined {
  if (CERTIFICATE.test(code) || /self.signed certificate|certificate has expired/i.test(message)) {
    return {
      cause: 'tls_certificate',
      detail: `The TLS certificate of ${host} is not trusted: ${message}.`,
      fix: 'Set NODE_EXTRA_CA_CERTS to the file with the CA certificate of the server, and use the host name that the certificate is issued for.',
    }
  }
  if (/does not support SSL/i.test(message)) {
    return {
      cause: 'tls_unsupported',
      detail: `${host} does not support TLS.`,
      fix: 'Enable TLS in PostgreSQL (ssl = on), or remove sslmode from DATABASE_URL.',
    }
  }
  if (code === '28000' && /no encryption|SSL off/i.test(message)) {
    return {
      cause: 'tls_required',
      detail: `${host} accepts only connections with TLS: ${message}.`,
      fix: 'Add ?sslmode=verify-full to DATABASE_URL.',
    }
  }
  return undefined
}

function loginCause(
  code: string,
  message: string,
  { user, database }: Place,
): DatabaseCause | undefined {
  const causes: Readonly<Record<string, DatabaseCause>> = {
    '28P01': {
      cause: 'wrong_password',
      detail: `The password of ${user} is wrong, or the user does not exist.`,
      fix: 'Correct the user and password in DATABASE_URL. Percent-encode special characters, such as %40 for @.',
    },
    '28000': {
      cause: 'login_rejected',
      detail: `PostgreSQL rejects the user ${user}: ${message}.`,
      fix: `Create the user, or allow it in pg_hba.conf. As an administrator: create role "${user}" login createrole password '…'`,
    },
    '3D000': {
      cause: 'no_database',
      detail: `The database ${database} does not exist.`,
      fix: `Correct the name in DATABASE_URL, or create it as an administrator: create database "${database}" owner "${user}"`,
    },
    '42501': {
      cause: 'no_permission',
      detail: `${user} does not have the permissions it needs: ${message}.`,
      fix: `As an administrator: alter database "${database}" owner to "${user}"; alter role "${user}" createrole`,
    },
    '53300': {
      cause: 'too_many_connections',
      detail: 'PostgreSQL has no free connections.',
      fix: 'Close other connections, increase max_connections, or lower SERVICE_ACP_DB_POOL_SIZE.',
    },
    '57P03': {
      cause: 'starting',
      detail: 'PostgreSQL is starting or shutting down.',
      fix: 'Wait until it is ready. `serve --wait 2m` and `migrate --wait 2m` wait automatically.',
    },
  }
  return causes[code]
}

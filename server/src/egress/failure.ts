// Every way in which a request can fail without a response, by name, and how to fix it.

const failures = {
  invalid_url: 'Use a URL such as https://host/path, without username, password or spaces.',
  invalid_header: 'Rename or remove the header. Connection headers are set by Task Service.',
  unsupported_scheme: 'Use https://, or http:// where the operator allows it.',
  plain_http_refused:
    'Use https://. The operator can allow plain HTTP with SERVICE_ACP_EGRESS_PLAIN_HTTP.',
  forbidden_port:
    'Use port 80, 443, or a port from 1024 that is not reserved for another protocol.',
  forbidden_address:
    'Use a public host, or ask the operator to allow this network with SERVICE_ACP_EGRESS_ALLOW.',
  dns_failed: 'Check the host name and its A and AAAA records. Search domains are not used.',
  connect_failed:
    'Check that the server is running and that its firewall allows connections from Task Service.',
  connect_timeout:
    'Check that the server is running and that its firewall allows connections from Task Service.',
  tls_failed:
    'Check that the certificate is valid, complete and issued for this host. The operator can add a custom CA with NODE_EXTRA_CA_CERTS.',
  proxy_failed: 'Check SERVICE_ACP_EGRESS_PROXY, and that the proxy allows CONNECT to this host.',
  connection_lost: 'Check the log of the server: it closed the connection without a response.',
  headers_timeout: 'Respond sooner, and process the request asynchronously.',
  body_timeout: 'Send the response body without pauses, or without a body.',
  deadline_exceeded: 'Respond sooner, and process the request asynchronously.',
  invalid_response: 'The server must support HTTP/1.1. Check its log.',
  headers_too_large: 'Respond with fewer or shorter headers.',
  response_too_large: 'Respond with a smaller body.',
  aborted: 'Task Service canceled the request. It is retried if retries are left.',
} as const satisfies Record<string, string>

export type FailureCode = keyof typeof failures

export const failureCodes = Object.keys(failures) as FailureCode[] // the keys of the object above

/** A failure before a usable response. */
export type EgressFailure = {
  outcome: 'failure'
  code: FailureCode
  /** Safe to show to a tenant: contains no address that the tenant did not enter. */
  detail: string
  remedy: string
  /** For the operator's log: the address that was rejected or did not respond. */
  address: string | null
  /** True when the request may have reached the server: a retry may repeat its effects. */
  sent: boolean
  /** The status, when only the rest of the response is missing. */
  status: number | null
}

type FailureFacts = Partial<Pick<EgressFailure, 'address' | 'sent' | 'status'>>

export function fail(code: FailureCode, detail: string, facts: FailureFacts = {}): EgressFailure {
  return {
    outcome: 'failure',
    code,
    detail,
    remedy: failures[code],
    address: null,
    sent: false,
    status: null,
    ...facts,
  }
}

/** Carries a failure through code that only handles errors. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly failure: EgressFailure

  constructor(failure: EgressFailure) {
    super(`${failure.code}: ${failure.detail}`)
    this.failure = failure
  }
}

/** The code of a system error; its message may contain more than a tenant should read. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}

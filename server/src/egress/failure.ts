// Every way in which a request can fail to get an answer, by name, and what mends it.

const failures = {
  invalid_url: 'Use an address of the form https://host/path, without user, password or spaces.',
  invalid_header: 'Rename or remove the header; those of the connection itself are set by us.',
  unsupported_scheme: 'Use https, or http where the operator allows it.',
  plain_http_refused:
    'Use https. The operator decides where plain http is allowed: SERVICE_ACP_EGRESS_PLAIN_HTTP.',
  forbidden_port: 'Use 80, 443 or a port from 1024 that no other protocol is known for.',
  forbidden_address:
    'Use a public address, or ask the operator to open this network: SERVICE_ACP_EGRESS_ALLOW.',
  dns_failed: 'Check the name and its A and AAAA records; names are looked up as they are written.',
  connect_failed: 'Check that the server is running and that a firewall lets us through.',
  connect_timeout: 'Check that the server is running and that a firewall lets us through.',
  tls_failed:
    'Check that the certificate is valid, complete and made for this host. An authority of your own is added by NODE_EXTRA_CA_CERTS.',
  proxy_failed:
    'Check SERVICE_ACP_EGRESS_PROXY, and that the proxy allows CONNECT to this address.',
  connection_lost: 'The server closed the connection without an answer; look at its log.',
  headers_timeout: 'Answer sooner; do long work after the answer.',
  body_timeout: 'Send the body of the answer without pauses, or none.',
  deadline_exceeded: 'Answer sooner; do long work after the answer.',
  invalid_response: 'The server must speak HTTP/1.1; look at its log.',
  headers_too_large: 'Answer with fewer or shorter headers.',
  response_too_large: 'Answer with a shorter body.',
  aborted: 'The request was given up by us; it is sent again if it was to be repeated.',
} as const satisfies Record<string, string>

export type FailureCode = keyof typeof failures

export const failureCodes = Object.keys(failures) as FailureCode[] // the keys of the object above

/** What went wrong before anything of an answer could be used. */
export type EgressFailure = {
  outcome: 'failure'
  code: FailureCode
  /** Safe to show to a tenant: contains no address that the tenant did not enter. */
  detail: string
  remedy: string
  /** For the operator's log: the address that was refused or did not answer. */
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
  return error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
}

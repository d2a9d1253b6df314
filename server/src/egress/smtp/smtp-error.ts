// Why an e-mail was not sent, as far as it matters for what happens next.

/**
 * `unavailable`: no e-mail can be sent at the moment. `deferred`: the server rejected this one for now. `rejected`: permanently.
 * `bad_address`: because of its address. `unknown`: the server may have accepted it.
 */
export type SmtpFailure = 'unavailable' | 'deferred' | 'rejected' | 'bad_address' | 'unknown'

export class SmtpError extends Error {
  override readonly name = 'SmtpError'
  readonly failure: SmtpFailure

  constructor(failure: SmtpFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** The parts of an error of the library that are used. */
export type LibraryError = {
  code?: string | undefined
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
  message?: string
}

/** A mailbox or domain that does not exist or takes no mail: RFC 3463, 5.1.x and 5.2.1. */
const BAD_ADDRESS = /\b5\.(?:1\.\d{1,3}|2\.1)\b/

/** Of an error while sending, after the connection was ready. */
export function classifySendError({ command, responseCode, response }: LibraryError): SmtpFailure {
  // Without a response, the message may have arrived.
  if (responseCode === undefined) return 'unknown'
  // The sender or the sign-in was rejected, or the server closes: so would be the next e-mail.
  if (responseCode === 421 || /^(?:MAIL|AUTH|EHLO|HELO)/.test(command ?? '')) return 'unavailable'
  if (responseCode < 500) return 'deferred'
  return command?.startsWith('RCPT') && BAD_ADDRESS.test(response ?? '')
    ? 'bad_address'
    : 'rejected'
}

/** For logs and `doctor`: what the server said, in one line and not too long. Never the password: servers do not repeat it. */
export function describeSmtpError({ code, command, response, message }: LibraryError): string {
  const said = (response ?? message ?? 'no response').replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return [code, command?.split(' ', 1)[0], said.slice(0, 300)].filter(Boolean).join(': ')
}

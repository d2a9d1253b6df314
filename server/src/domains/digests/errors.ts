// Errors of the e-mail digest, as constructors.
import { Problem } from '#lib/problem.ts'

export function digestUnavailable(): Problem {
  return new Problem('digest_unavailable')
}

export function codeInvalid(): Problem {
  return new Problem('digest_code_invalid')
}

export function tooManyCodes(seconds: number): Problem {
  const detail = `Too many codes were requested. Try again in ${Math.ceil(seconds / 60)} minutes.`
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(seconds) } })
}

export function unsubscribeLinkInvalid(): Problem {
  return new Problem('unsubscribe_link_invalid')
}

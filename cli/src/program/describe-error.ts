// Errors for people and for programs: what happened, where, how to fix it, and the request ID.
import type { TaskServiceError } from '@task-service/sdk'
import { neutralize, printJson } from '#cli/terminal/neutralize.ts'
import type { Paint } from '#cli/terminal/paint.ts'
import { CommandError } from './command-error.ts'
import type { ExitName } from './exit-codes.ts'

const FIXES: Readonly<Record<string, string>> = {
  unauthenticated: 'Check TASKS_URL and TASKS_KEY, or run: tasks login',
  agent_unauthenticated: 'Check the agent token in TASKS_KEY.',
  connection_failed: 'Check that the server is running and that the URL is correct.',
  timeout: 'Try again, or check the load of the server.',
  unexpected_response: 'Check the URL: it must be the base URL of the tenant.',
  version_mismatch: 'Read the current version with tasks show, and repeat with it.',
  rate_limited: 'Wait, and send fewer requests at the same time.',
  feed_truncated: 'Start again without --after, or with --after start.',
  lease_lost: 'Claim the task again.',
}

const isServiceError = (error: unknown): error is TaskServiceError =>
  error instanceof Error && error.name === 'TaskServiceError'

/** An operation that needs an API key. */
const isTokenError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AgentTokenError'

export function exitOf(error: unknown): ExitName {
  if (isTokenError(error)) return 'unauthenticated'
  if (error instanceof CommandError) return error.exit
  if (error instanceof Error && error.name === 'CommanderError') return 'usage'
  if (!isServiceError(error)) return 'failed'
  const { status, code } = error
  if (status === undefined) return code === 'unexpected_response' ? 'failed' : 'unavailable'
  // A redirect or a page of a proxy says nothing about the object.
  if (code === 'unexpected_response' && status < 500) return 'failed'
  return exitOfStatus(status)
}

export function exitOfStatus(status: number): ExitName {
  if (status < 400) return 'ok'
  if (status === 401 || status === 403) return 'unauthenticated'
  if (status === 404) return 'not_found'
  if (status === 409 || status === 412) return 'conflict'
  if (status === 408 || status === 429 || (status >= 502 && status <= 504)) return 'unavailable'
  return status < 500 ? 'rejected' : 'failed'
}

type Facts = {
  exit: ExitName
  code: string
  message: string
  operation?: string | undefined
  status?: number | undefined
  fields?: readonly string[]
  fix?: string | undefined
  request_id?: string | undefined
  docs_url?: string | undefined
}

function factsOf(error: unknown): Facts {
  const exit = exitOf(error)
  if (isServiceError(error)) {
    const { code, detail, operation, status, errors, allowed, requestId, docsUrl } = error
    const next =
      allowed?.every((one) => detail.includes(one)) === false
        ? `Allowed: ${allowed.join(', ')}.`
        : undefined
    return {
      exit,
      code,
      message: `${titleOf(code)}: ${detail}`,
      operation,
      status,
      fields: errors.map(({ in: place, pointer, message }) => `${place} ${pointer}: ${message}`),
      fix: next ?? FIXES[code],
      request_id: requestId,
      docs_url: docsUrl,
    }
  }
  const message = sentence(error instanceof Error ? error.message : String(error))
  const fix = isTokenError(error)
    ? 'Set TASKS_KEY to an API key, or choose another profile with --profile.'
    : error instanceof CommandError
      ? error.fix
      : undefined
  return { exit, code: exit, message, fix }
}

/** `task_not_found` is `Task not found`. */
const titleOf = (code: string): string => sentence(code.replaceAll('_', ' '))

/** Commander starts with a lower-case letter. */
function sentence(message: string): string {
  const text = message.replace(/^error: /, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** One JSON document on one line. */
export const errorDocument = (error: unknown): string => printJson({ error: factsOf(error) })

export function describeError(error: unknown, paint: Paint): string {
  const { message, code, operation, fields = [], fix, exit, ...rest } = factsOf(error)
  const lines = [
    `${paint('red', 'Error:')} ${neutralize(message)}`,
    // The message has the only one already.
    ...(fields.length > 1 ? fields.map((field) => `  ${neutralize(field)}`) : []),
  ]
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined) lines.push(`  ${paint('dim', `${name}:`)} ${neutralize(value)}`)
  }
  add('Fix', fix)
  if (isServiceError(error)) add('Code', `${code} (${operation})`)
  add('Request ID', rest.request_id)
  add('Docs', rest.docs_url)
  if (exit === 'failed' && error instanceof Error && !isKnown(error)) add('Stack', error.stack)
  return lines.join('\n')
}

const isKnown = (error: Error): boolean =>
  isServiceError(error) || isTokenError(error) || error instanceof CommandError

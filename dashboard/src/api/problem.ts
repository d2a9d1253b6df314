// What the server said instead of an answer, so that a screen can say what failed and what to do.
import type { ErrorCode, FieldError } from '@task-service/contract'

/** Two are ours: `offline`, no answer came at all, and `new_version`, what this page needs is no longer on the server. */
export type ProblemCode = ErrorCode | 'offline' | 'new_version' | 'unreadable_response'

type Texts = (problem: { code: ProblemCode; status: number }) => string | undefined

let textOf: Texts = () => undefined

/** In the language of the user. */
export function setProblemTexts(texts: Texts): void {
  textOf = texts
}

/** Names of headers and fields tell a program what to do. */
const isForPeople = ({ status, detail }: { status: number; detail: string }): boolean =>
  status !== 0 && !detail.includes('`')

export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  readonly requestId: string | undefined
  readonly errors: readonly FieldError[]
  /** Members that belong to the code alone, such as the transitions that are allowed. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly at = new Date()

  constructor(given: {
    code: ProblemCode
    status: number
    title: string
    detail: string
    requestId?: string | undefined
    errors?: readonly FieldError[]
    extra?: Record<string, unknown>
  }) {
    super(isForPeople(given) ? given.detail : (textOf(given) ?? given.detail))
    this.name = 'Problem'
    this.code = given.code
    this.status = given.status
    this.title = given.title
    this.requestId = given.requestId
    this.errors = given.errors ?? []
    this.extra = given.extra ?? {}
  }
}

/** The same request may succeed later: no answer came, or the server said that it is busy. */
export function isPassing({ status }: Problem): boolean {
  return status === 0 || status >= 502 || status === 429
}

/** What was asked for does not exist, or its ID in the link is none. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Problem)) return false
  return (
    error.status === 404 ||
    (error.code === 'invalid_request' && error.errors.some((one) => one.in === 'path'))
  )
}

export async function readProblem(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  try {
    const body = (await response.json()) as Record<string, unknown> // checked member by member below
    const { code, title, detail, request_id, errors, ...extra } = body
    return new Problem({
      code: typeof code === 'string' ? (code as ProblemCode) : 'unreadable_response', // the catalog of the contract
      status: response.status,
      title: typeof title === 'string' ? title : response.statusText,
      detail: typeof detail === 'string' ? detail : `The server returned ${response.status}.`,
      requestId: typeof request_id === 'string' ? request_id : requestId,
      errors: Array.isArray(errors) ? (errors as FieldError[]) : [], // shape of the contract's Problem
      extra,
    })
  } catch {
    return new Problem({
      code: 'unreadable_response',
      status: response.status,
      title: response.statusText,
      detail: `The server returned ${response.status}.`,
      requestId,
    })
  }
}

// What a reader takes from an error response, and nothing else. What the response does not say is missing.
import type { FieldError } from '@task-service/contract'

export type Response = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** Thrown where the response does not help. */
export class NotSaid extends Error {
  override readonly name = 'NotSaid'
}

export type Reading = {
  /** The entry of `errors` for this field, parameter or header. */
  at: (pointer: string) => FieldError
  /** What the text says, as the groups of the pattern. */
  says: (pattern: RegExp) => string[]
  /** “Did you mean …?” */
  suggestion: (pointer?: string) => string
  /** Of `allowed`, in an entry of `errors` or beside them. */
  allowed: (pointer?: string) => string[]
  /** `maximum 500` */
  maximum: () => number
  /** `between 1 and 200` */
  range: () => [least: number, most: number]
  /** `for example …` */
  example: () => string
  /** `at line 1, column 20`, as an index into the text. */
  position: (text: string) => number
  header: (name: string) => string
}

type Problem = { detail?: string; errors?: FieldError[]; allowed?: string[] }

export function readResponse({ headers, body }: Response): Reading {
  const problem = JSON.parse(body) as Problem // every error has this form
  const { detail = '', errors = [] } = problem
  const all = [detail, ...errors.map(({ message }) => message)].join('\n')

  const at = (pointer: string): FieldError =>
    errors.find((error) => error.pointer === pointer) ?? missing(`an error for ${pointer}`)
  const find = (pattern: RegExp, text = all): string[] =>
    pattern.exec(text)?.slice(1) ?? missing(String(pattern))
  const first = (pattern: RegExp, text = all): string => find(pattern, text)[0] ?? ''
  const textAt = (pointer: string | undefined) =>
    pointer === undefined ? all : at(pointer).message

  return {
    at,
    says: (pattern) => find(pattern),
    suggestion: (pointer) => first(/Did you mean "?([^"?]+)"?\?/, textAt(pointer)),
    allowed(pointer) {
      const allowed = pointer === undefined ? problem.allowed : at(pointer).allowed
      return allowed?.length ? allowed : missing('what is allowed')
    },
    maximum: () => numberOf(first(/maximum ([\d,]+)/)),
    range() {
      const [least = '', most = ''] = find(/between (-?[\d,]+) and ([\d,]+)/)
      return [numberOf(least), numberOf(most)]
    },
    example: () => first(/for example (\S+?)[;.,]?(?:\s|$)/m),
    position(text) {
      const [line = '', column = ''] = find(/at line (\d+), column (\d+)/)
      const before = text.split('\n').slice(0, Number(line) - 1)
      return before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column) - 1
    },
    header: (name) => String(headers[name] ?? missing(`the header ${name}`)),
  }
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''))
}

function missing(what: string): never {
  throw new NotSaid(`the response does not say ${what}`)
}

/** What a response is without its texts: the negative control. */
export function withoutTexts(response: Response): Response {
  const { type, title, status, code } = JSON.parse(response.body) as Record<string, unknown>
  return { ...response, headers: {}, body: JSON.stringify({ type, title, status, code }) }
}

// A request of the mix, and what sends it.
type Json = Record<string, unknown>

export type Call = {
  operation: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  payload?: object
  headers?: Record<string, string>
  /** A list with filters may have to look at more rows than it shows; nothing else may. */
  isFiltered?: boolean
}

export type Answered = Json & { id?: string; next_cursor?: string | null }
export type SendCall = (call: Call) => Promise<Answered>

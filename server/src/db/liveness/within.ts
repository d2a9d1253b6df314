// The result of work, or an error if it takes too long. The work itself continues.

export function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs)
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}

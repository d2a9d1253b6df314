// Time that can be cut short.

/** Until the signal, and no longer than so many milliseconds where they are given. */
export function wait(ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = ms === undefined ? undefined : setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

export type Watch = { reset: (ms: number) => void; stop: () => void }

/** Says so when nothing was heard for too long. */
export function watchFor(ms: number, onSilence: () => void): Watch {
  let timer = setTimeout(onSilence, ms)
  return {
    reset: (nextMs) => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, nextMs)
    },
    stop: () => clearTimeout(timer),
  }
}

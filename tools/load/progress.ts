// Says now and then how far a long piece of work is, how fast it goes and when it will be done.

const INTERVAL_MS = 5_000

export type Progress = { add(count: number): void; end(): { seconds: number; perSecond: number } }

export function startProgress(
  options: { total: number; done: number; unit: string },
  log: (line: string) => void,
): Progress {
  const { total, unit } = options
  const started = performance.now()
  let done = options.done
  let saidAt = started
  const rate = () => (done - options.done) / Math.max(0.001, seconds())
  const seconds = () => (performance.now() - started) / 1000
  return {
    add(count) {
      done += count
      if (performance.now() - saidAt < INTERVAL_MS) return
      saidAt = performance.now()
      const left = Math.ceil((total - done) / rate())
      const percent = ((100 * done) / total).toFixed(1)
      log(
        `${percent} %  ${formatCount(done)} of ${formatCount(total)} ${unit}  ${formatCount(rate())}/s  ${formatTime(left)} left`,
      )
    },
    end: () => ({ seconds: seconds(), perSecond: rate() }),
  }
}

export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

export function formatTime(seconds: number): string {
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  return minutes > 0 ? `${minutes} min ${String(whole % 60).padStart(2, '0')} s` : `${whole} s`
}

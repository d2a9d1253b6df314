// Deliveries hour by hour: delivered, pending on top of it, failed above both.
import classes from './hour-bars.module.css'

export type Hour = { since: string; delivered: number; failed: number; pending: number }

/** A bar stays visible however few it stands for. */
const LEAST_SHARE = 0.06

export function HourBars({
  hours,
  height,
  label,
  most = Math.max(
    1,
    ...hours.map(({ delivered, failed, pending }) => delivered + failed + pending),
  ),
}: {
  hours: readonly Hour[]
  height: number
  /** What the picture says, for who cannot see it; without it, the chart around it does. */
  label?: string
  /** What the full height stands for. */
  most?: number
}) {
  const size = (count: number) =>
    Math.max(2, Math.round(Math.max(count / most, LEAST_SHARE) * height))
  return (
    <div
      className={classes['bars']}
      style={{ height }}
      data-charted={label === undefined || undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {hours.map(({ since, delivered, failed, pending }) => (
        <span key={since} className={classes['hour']}>
          {failed > 0 && (
            <i className={classes['bar']} data-kind="failed" style={{ height: size(failed) }} />
          )}
          {pending > 0 && (
            <i className={classes['bar']} data-kind="pending" style={{ height: size(pending) }} />
          )}
          {delivered > 0 && <i className={classes['bar']} style={{ height: size(delivered) }} />}
          {delivered + failed + pending === 0 && <i className={classes['bar']} data-kind="none" />}
        </span>
      ))}
    </div>
  )
}

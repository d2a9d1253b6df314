// Deliveries hour by hour: delivered in gray, pending on top of it, failed above both.
import classes from './hour-bars.module.css'

export type Hour = { since: string; delivered: number; failed: number; pending: number }

/** A bar stays visible however few it stands for. */
const LEAST_SHARE = 0.06

export function HourBars({
  hours,
  height,
  label,
}: {
  hours: readonly Hour[]
  height: number
  /** What the picture says, for who cannot see it. */
  label: string
}) {
  const most = Math.max(
    1,
    ...hours.map(({ delivered, failed, pending }) => delivered + failed + pending),
  )
  const size = (count: number) =>
    Math.max(2, Math.round(Math.max(count / most, LEAST_SHARE) * height))
  return (
    <div className={classes['bars']} style={{ height }} role="img" aria-label={label}>
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

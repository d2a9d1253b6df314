// Rows per span as one line without a scale: whether it flows, and since when it does not.
import { useId } from 'react'
import type { Tone } from '#components/surface/pill.tsx'
import { smoothPath } from './smooth-path.ts'
import classes from './sparkline.module.css'

const WIDTH = 336
const HEIGHT = 56

export function Sparkline({
  values,
  tone,
  label,
}: {
  values: readonly number[]
  tone: Tone
  /** What the picture says, for who cannot see it. */
  label: string
}) {
  const id = useId()
  const line = smoothPath(values, WIDTH, HEIGHT)
  return (
    <svg
      className={classes['spark']}
      data-tone={tone}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.2" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      {line !== '' && (
        <>
          <path d={`${line}V${HEIGHT}H0Z`} fill={`url(#${id})`} />
          <path d={line} className={classes['line']} vectorEffect="non-scaling-stroke" />
        </>
      )}
    </svg>
  )
}

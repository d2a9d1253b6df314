// A series as a line that bleeds to the bottom of its tile.
import classes from './home.module.css'

const WIDTH = 100
const HEIGHT = 32

export function Spark({ values, isGood = false }: { values: readonly number[]; isGood?: boolean }) {
  if (values.length < 2) return null
  const most = Math.max(1, ...values)
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH
    const y = HEIGHT - 3 - (value / most) * (HEIGHT - 8)
    return `${x.toFixed(2)},${y.toFixed(2)}`
  })
  const line = `M${points.join('L')}`
  return (
    <svg
      className={classes['spark']}
      data-good={isGood || undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`${line}V${HEIGHT}H0Z`} fill="currentColor" opacity="0.12" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

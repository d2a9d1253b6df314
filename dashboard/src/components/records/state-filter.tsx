// Narrows a table of records to one state: those there are, with how many of each.
import { Segments } from '../surface/segments.tsx'

export function StateFilter<State extends string>({
  label,
  allLabel,
  value,
  known,
  present,
  wordOf,
  isAlarming,
  onChange,
}: {
  label: string
  allLabel: string
  value: State | 'all'
  /** In the order they are offered. */
  known: readonly State[]
  /** One for each record. */
  present: readonly State[]
  wordOf: (state: State) => string
  isAlarming: (state: State) => boolean
  onChange: (value: State | 'all') => void
}) {
  const offered = known.filter((one) => one === value || present.includes(one))
  return (
    <Segments<State | 'all'>
      label={label}
      value={value}
      onChange={onChange}
      segments={[
        { value: 'all', label: allLabel, count: present.length },
        ...offered.map((one) => ({
          value: one,
          label: wordOf(one),
          count: present.filter((state) => state === one).length,
          alarming: isAlarming(one),
        })),
      ]}
    />
  )
}

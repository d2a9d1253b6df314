// A choice between few things that all stay in sight, with how many there are of each.
import { SegmentedControl } from '@mantine/core'
import { useLocale } from '#lib/use-locale.ts'
import classes from './segments.module.css'

export type Segment<V extends string> = {
  value: V
  label: string
  count?: number | undefined
  /** How many need attention. */
  alarming?: boolean
}

export function Segments<V extends string>({
  label,
  value,
  segments,
  onChange,
}: {
  label: string
  value: V
  segments: readonly Segment<V>[]
  onChange: (value: V) => void
}) {
  return (
    <SegmentedControl
      aria-label={label}
      withItemsBorders={false}
      classNames={{
        root: classes['root'] ?? '',
        label: classes['label'] ?? '',
        indicator: classes['indicator'] ?? '',
      }}
      value={value}
      onChange={onChange}
      data={segments.map((segment) => ({ value: segment.value, label: <Label {...segment} /> }))}
    />
  )
}

function Label({ label, count, alarming }: Omit<Segment<string>, 'value'>) {
  const locale = useLocale()
  return (
    <span className={classes['text']}>
      {label}
      {count !== undefined && count > 0 && (
        <span className={classes['count']} data-alarming={alarming || undefined}>
          {count.toLocaleString(locale)}
        </span>
      )}
    </span>
  )
}

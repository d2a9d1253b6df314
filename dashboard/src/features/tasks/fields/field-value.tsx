// The value of a custom field as it is drawn in a rail or a list.
import type { Field } from '@task-service/contract'
import { Worker } from '#components/marks/worker.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { describeValue } from './describe-value.ts'

export function FieldValue({ field, value }: { field: Field; value: unknown }) {
  const locale = useLocale()
  const text = describeValue(field, value, locale)
  if (field.type !== 'person' || text === '') return <span>{text}</span>
  return (
    <>
      <Worker assignee={text} size={20} />
      <span>{text}</span>
    </>
  )
}

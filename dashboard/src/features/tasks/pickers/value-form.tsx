// Types the value of a custom field: Enter saves it, Escape leaves it.
import { Button } from '@mantine/core'
import type { Field, Task } from '@task-service/contract'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { readTyped, writeNumber } from '../fields/read-typed.ts'
import type { FieldValueToSet } from '../fields/use-set-value.ts'
import classes from './value-form.module.css'

const inputs = {
  text: { type: 'text', maxLength: 1000 },
  number: { type: 'text', inputMode: 'decimal', maxLength: 40 },
  date: { type: 'date' },
  url: { type: 'text', inputMode: 'url', maxLength: 2000 },
  person: { type: 'text' },
  choice: { type: 'text' },
} as const

function textOf(value: unknown, locale: string): string {
  if (typeof value === 'number') return writeNumber(value, locale)
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function ValueForm({
  field,
  tasks,
  onChoose,
}: {
  field: Field
  tasks: readonly Task[]
  onChoose: (value: FieldValueToSet) => void
}) {
  const { t } = useTranslation(['fields', 'common'])
  const id = useId()
  const locale = useLocale()
  const now = textOf(tasks[0]?.fields[field.key], locale)
  const [typed, setTyped] = useState(now)
  const [fault, setFault] = useState<'number' | 'url' | 'date'>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readTyped(field.type, typed, locale)
    if ('fault' in read) setFault(read.fault)
    else onChoose(read.value)
  }
  return (
    <form className={classes['form']} onSubmit={submit} noValidate>
      <label htmlFor={id}>{field.name}</label>
      <input
        {...inputs[field.type]}
        id={id}
        data-autofocus
        autoComplete="off"
        value={typed}
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${id}-fault`}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setFault(undefined)
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {fault && (
        <p id={`${id}-fault`} role="alert" className={classes['fault']}>
          {t(`fields:fault.${fault}`)}
        </p>
      )}
      <div className={classes['acts']}>
        {now !== '' && (
          <Button variant="default" size="xs" onClick={() => onChoose(null)}>
            {t('fields:clear')}
          </Button>
        )}
        <Button type="submit" size="xs">
          {t('fields:save')}
        </Button>
      </div>
    </form>
  )
}

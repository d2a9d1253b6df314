// The condition on a custom field: values to choose from, or a text, or bounds, or whether there is a value at all.
import { Button } from '@mantine/core'
import type { Field } from '@task-service/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import type { TaskSearch } from '../data/task-search.ts'
import { useFacets } from '../data/use-facets.ts'
import { readTyped, writeNumber } from '../fields/read-typed.ts'
import { type Choice, ChoiceList, choicesLike } from '../pickers/choice-list.tsx'
import classes from '../pickers/value-form.module.css'
import { type Conditions, conditionsOf, withField } from './conditions-of.ts'

type Props = {
  field: Field
  search: TaskSearch
  onChange: (search: TaskSearch) => void
  onClose: () => void
}
type FormProps = { field: Field; now: Conditions; onApply: (conditions: Conditions) => void }

/** No value begins with them. */
const SET = '\u0000set'
const UNSET = '\u0000unset'

export function CustomFilter({ field, search, onChange, onClose }: Props) {
  const now = conditionsOf(search.field ?? [], field.key)
  const change = (conditions: Conditions) => onChange(withField(search, field.key, conditions))
  const apply = (conditions: Conditions) => {
    change(conditions)
    onClose()
  }
  if (field.type === 'number' || field.type === 'date') {
    return <Bounds field={field} now={now} onApply={apply} />
  }
  if (field.type === 'choice' || field.type === 'person') {
    return <Values field={field} now={now} onChange={change} />
  }
  return <TextValue field={field} now={now} onApply={apply} />
}

function Values({
  field,
  now,
  onChange,
}: {
  field: Field
  now: Conditions
  onChange: (conditions: Conditions) => void
}) {
  const { t } = useTranslation('fields')
  const [typed, setTyped] = useState('')
  const people = useFacets('assignee', typed)
  const isPerson = field.type === 'person'
  const wanted = typed.trim()
  const names = [...new Set([...now.is, ...people, ...(wanted ? [wanted] : [])])]
  const known = isPerson ? names.map((name) => ({ value: name, label: name })) : field.choices
  const choices: Choice[] = [
    ...known.map(({ value, label }) => ({ value, label, checked: now.is.includes(value) })),
    { value: SET, label: t('anyValue'), checked: now.isSet === true },
    { value: UNSET, label: t('noValue'), checked: now.isSet === false },
  ]
  const choose = (value: string) => {
    if (value === SET || value === UNSET) {
      const isSet = value === SET
      return onChange(now.isSet === isSet ? { is: [] } : { is: [], isSet })
    }
    const has = now.is.includes(value)
    onChange({ is: has ? now.is.filter((one) => one !== value) : [...now.is, value] })
  }
  return (
    <ChoiceList
      label={field.name}
      choices={choicesLike(choices, typed)}
      typed={typed}
      onType={(text) => setTyped(text.slice(0, 190))}
      onChoose={choose}
      multiple
    />
  )
}

function Bounds({ field, now, onApply }: FormProps) {
  const { t } = useTranslation('fields')
  const locale = useLocale()
  const textOf = (bound = '') => (field.type === 'number' ? writeNumber(bound, locale) : bound)
  const [from, setFrom] = useState(textOf(now.from))
  const [to, setTo] = useState(textOf(now.to))
  const [fault, setFault] = useState<'number' | 'date' | 'url'>()
  const type = field.type === 'date' ? 'date' : 'text'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = [from, to].map((text) => readTyped(field.type, text, locale))
    const wrong = read.find((one) => 'fault' in one)
    if (wrong) return setFault('fault' in wrong ? wrong.fault : undefined)
    const [low, high] = read.map((one) =>
      'value' in one && one.value !== null ? `${one.value}` : '',
    )
    onApply({ is: [], ...(low && { from: low }), ...(high && { to: high }) })
  }
  return (
    <form className={classes['form']} onSubmit={submit} noValidate aria-label={field.name}>
      <label>
        {t('from')}
        <input
          type={type}
          data-autofocus
          value={from}
          maxLength={40}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
      </label>
      <label>
        {t('to')}
        <input
          type={type}
          value={to}
          maxLength={40}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </label>
      <Foot fault={fault} onApply={onApply} />
    </form>
  )
}

function TextValue({ field, now, onApply }: FormProps) {
  const { t } = useTranslation('fields')
  const [text, setText] = useState(now.is[0] ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply({ is: text.trim() === '' ? [] : [text.trim()] })
  }
  return (
    <form className={classes['form']} onSubmit={submit} noValidate aria-label={field.name}>
      <label>
        {t('isText', { field: field.name })}
        <input
          data-autofocus
          value={text}
          maxLength={190}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Foot fault={undefined} onApply={onApply} />
    </form>
  )
}

function Foot({
  fault,
  onApply,
}: {
  fault: 'number' | 'date' | 'url' | undefined
  onApply: FormProps['onApply']
}) {
  const { t } = useTranslation('fields')
  return (
    <>
      {fault && (
        <p role="alert" className={classes['fault']}>
          {t(`fault.${fault}`)}
        </p>
      )}
      <div className={classes['acts']}>
        <Button variant="default" size="xs" onClick={() => onApply({ is: [], isSet: true })}>
          {t('anyValue')}
        </Button>
        <Button variant="default" size="xs" onClick={() => onApply({ is: [], isSet: false })}>
          {t('noValue')}
        </Button>
        <Button type="submit" size="xs">
          {t('apply')}
        </Button>
      </div>
    </>
  )
}

// A form made from the parameters of a statement.
import { Select, Textarea, TextInput } from '@mantine/core'
import type { StatementFace, StatementParam } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf, type Typed } from './param-values.ts'

/** From here on a text gets more than one line. */
const LONG_TEXT = 200

const inputTypes = { timestamp: 'datetime-local', date: 'date' } as const
const inputModes = { integer: 'numeric', number: 'decimal' } as const

export function ParamFields({
  face,
  typed,
  onChange,
}: {
  face: StatementFace
  typed: Typed
  onChange: (typed: Typed) => void
}) {
  return face.params.map((param) => (
    <ParamField
      key={param.name}
      param={param}
      value={typed[param.name] ?? ''}
      onChange={(value) => onChange({ ...typed, [param.name]: value })}
    />
  ))
}

function ParamField({
  param,
  value,
  onChange,
}: {
  param: StatementParam
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTranslation('connectors')
  const problem = problemOf(param, value)
  const yesOrNo = ['true' as const, 'false' as const].map((one) => ({
    value: one,
    label: t(`console.${one}`),
  }))
  const notes = [
    t(`paramType.${param.type}`),
    param.required ? undefined : t('console.optional'),
    param.puts_values_back ? t('statements.detokenized') : undefined,
  ].filter(Boolean)
  const shared = {
    label: <code>{param.name}</code>,
    description: notes.join(', '),
    withAsterisk: param.required,
    // That something is still empty is seen; what is wrong has to be said.
    error: problem === undefined || problem === 'missing' ? undefined : t(`console.bad.${problem}`),
  }
  const choices = param.type === 'boolean' ? yesOrNo : param.choices
  if (choices !== undefined) {
    return (
      <Select
        {...shared}
        allowDeselect={!param.required}
        data={choices}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  return (
    <TextField
      type={param.type}
      maxLength={param.max_length}
      shared={shared}
      value={value}
      onChange={onChange}
    />
  )
}

type Shared = {
  label: ReactNode
  description: string
  withAsterisk: boolean
  error: string | undefined
}

function TextField({
  type,
  maxLength = 0,
  shared,
  value,
  onChange,
}: {
  type: StatementParam['type']
  maxLength: number | undefined
  shared: Shared
  value: string
  onChange: (value: string) => void
}) {
  if (type === 'text' && maxLength > LONG_TEXT) {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={8}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      type={type === 'timestamp' || type === 'date' ? inputTypes[type] : 'text'}
      inputMode={type === 'integer' || type === 'number' ? inputModes[type] : 'text'}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

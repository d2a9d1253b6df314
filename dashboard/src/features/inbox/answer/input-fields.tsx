// The fields of an answer that is written: a text, a form made from the schema, or JSON.
import { Select, Textarea, TextInput } from '@mantine/core'
import type { Question } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#components/code/code-block.tsx'
import classes from './answer.module.css'
import type { Draft } from './draft-answer.ts'
import { readSchema, type SchemaField } from './schema-form.ts'
import type { AnswerProblem } from './use-answer.ts'

const ANSWER_LENGTH = 60_000
const modes = { integer: 'numeric', number: 'decimal' } as const

type Given = {
  question: Question
  draft: Draft
  problem: AnswerProblem | undefined
  onChange: (part: Partial<Draft>) => void
}

export function InputFields({ question, draft, problem, onChange }: Given) {
  const form = readSchema(question.schema)
  if (form.kind === 'text' || form.kind === 'json') {
    return (
      <FreeText
        text={draft.text}
        schema={form.kind === 'json' ? question.schema : null}
        isInvalid={problem !== undefined}
        onChange={(text) => onChange({ text })}
      />
    )
  }
  const fields = form.kind === 'value' ? [form.field] : form.fields
  return (
    <div className={classes['fields']}>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={draft.values[field.name] ?? ''}
          isInvalid={problem !== undefined && (problem.field ?? '') === field.name}
          onChange={(value) => onChange({ values: { ...draft.values, [field.name]: value } })}
        />
      ))}
    </div>
  )
}

function FreeText({
  text,
  schema,
  isInvalid,
  onChange,
}: {
  text: string
  schema: Question['schema']
  isInvalid: boolean
  onChange: (text: string) => void
}) {
  const { t } = useTranslation('inbox')
  return (
    <div className={classes['fields']}>
      <Textarea
        label={schema === null ? t('answer') : t('answerJson')}
        autosize
        minRows={schema === null ? 2 : 4}
        maxRows={14}
        maxLength={ANSWER_LENGTH}
        value={text}
        error={isInvalid}
        classNames={schema === null ? {} : { input: 'mono' }}
        spellCheck={schema === null}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {schema !== null && (
        <details className={classes['schema']}>
          <summary>{t('schema')}</summary>
          <CodeBlock text={JSON.stringify(schema)} label={t('schema')} />
        </details>
      )}
    </div>
  )
}

function Field({
  field,
  value,
  isInvalid,
  onChange,
}: {
  field: SchemaField
  value: string
  isInvalid: boolean
  onChange: (value: string) => void
}) {
  const { t } = useTranslation('inbox')
  const { type, choices, isLong, isRequired } = field
  const shared = {
    label: field.label === '' ? t('answer') : field.label,
    description: field.description === '' ? undefined : field.description,
    withAsterisk: isRequired,
    error: isInvalid,
  }
  const yesOrNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
  if (type === 'choice' || type === 'boolean') {
    return (
      <Select
        {...shared}
        data={type === 'boolean' ? yesOrNo : [...choices]}
        value={value === '' ? null : value}
        allowDeselect={!isRequired}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  const typed = {
    ...shared,
    value,
    maxLength: ANSWER_LENGTH,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (isLong) return <Textarea {...typed} autosize minRows={2} maxRows={10} />
  return <TextInput {...typed} inputMode={type === 'text' ? 'text' : modes[type]} />
}

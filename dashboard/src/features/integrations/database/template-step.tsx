// The fourth step: the texts of the task, with columns to put in, and what the parameters of the write get.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConfigField } from '../connect/connection-fields.tsx'
import { unknownColumns } from './row-template.ts'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'
import { type Field, fieldsOf, findFace } from './wizard-steps.ts'
import { paramsToSet } from './write-params.ts'
import { WriteParams } from './write-params-fields.tsx'

export function TemplateStep(props: StepProps) {
  const { provider, draft, faces } = props
  const { config } = draft
  const columns = findFace(faces, config, 'read_statement')?.columns.map(({ name }) => name) ?? []
  const write = findFace(faces, config, 'write_statement')
  const key = String(config['key_column'] ?? '')
  return fieldsOf(provider, 'templates').map((field) => {
    if (field.name !== 'write_params') {
      return <TemplateField key={field.name} {...props} field={field} columns={columns} />
    }
    // Nothing is written, or nothing has to be said about it.
    if (!write || paramsToSet(write, key).length === 0) return null
    return <WriteParams key={field.name} {...props} field={field} face={write} />
  })
}

function TemplateField({
  provider,
  field,
  columns,
  draft,
  errorAt,
  onConfig,
}: StepProps & { field: Field; columns: readonly string[] }) {
  const { t } = useTranslation('integrations')
  const value = String(draft.config[field.name] ?? '')
  const [unknown] = unknownColumns(value, columns)
  const insert = (column: string) =>
    onConfig({
      [field.name]: `${value}${value === '' || /\s$/.test(value) ? '' : ' '}{{${column}}}`,
    })
  return (
    <div className={classes['choice']}>
      <ConfigField
        field={field}
        provider={provider}
        config={draft.config}
        error={
          errorAt(`/config/${field.name}`) ??
          (unknown === undefined ? undefined : t('source.unknownColumn', { name: unknown }))
        }
        onChange={(next) => onConfig({ [field.name]: next })}
      />
      <div
        className={classes['columns']}
        role="group"
        aria-label={t('source.insert', { name: field.label })}
      >
        {columns.map((column) => (
          <Button
            key={column}
            size="compact-md"
            variant="default"
            aria-label={t('source.insertColumn', { column, name: field.label })}
            onClick={() => insert(column)}
          >
            <code>{column}</code>
          </Button>
        ))}
      </div>
    </div>
  )
}

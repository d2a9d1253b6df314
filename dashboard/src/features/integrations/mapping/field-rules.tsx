// For each field: the sync direction, and which side wins a conflict.
import { Select } from '@mantine/core'
import type { Direction, Mapping, Policy, Provider } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { MAPPED_FIELDS, type MappedField, useFieldName } from './field-words.ts'
import classes from './mapping.module.css'

const directions: readonly Direction[] = ['both', 'in', 'out', 'none']
const policies: readonly Policy[] = ['latest', 'remote_wins', 'service_wins', 'manual']

/** The default of the service. */
const usualPolicy = (field: MappedField): Policy =>
  field === 'status' || field === 'assignee' ? 'remote_wins' : 'latest'

export function FieldRules({
  provider,
  draft,
  onChange,
}: {
  provider: Provider
  draft: Mapping
  onChange: (mapping: Mapping) => void
}) {
  const { t } = useTranslation('integrations')
  const offered = MAPPED_FIELDS.filter((field) => {
    const access = provider.fields[field]?.access
    return access !== undefined && access !== 'none'
  })
  const setRule = (field: MappedField, rule: { direction?: Direction; policy?: Policy }) =>
    onChange({
      ...draft,
      fields: { ...draft.fields, [field]: { ...draft.fields?.[field], ...rule } },
    })
  return (
    <Card title={t('mapping.fields')}>
      <p className={classes['text']}>{t('mapping.fieldsText')}</p>
      <div className={classes['rules']}>
        {offered.map((field) => (
          <FieldRow
            key={field}
            field={field}
            provider={provider}
            rule={draft.fields?.[field] ?? {}}
            onChange={(rule) => setRule(field, rule)}
          />
        ))}
      </div>
    </Card>
  )
}

function FieldRow({
  field,
  provider,
  rule,
  onChange,
}: {
  field: MappedField
  provider: Provider
  rule: { direction?: Direction; policy?: Policy }
  onChange: (rule: { direction?: Direction; policy?: Policy }) => void
}) {
  const { t } = useTranslation('integrations')
  const nameOf = useFieldName()
  const support = provider.fields[field]
  const isReadOnly = support?.access === 'read'
  const reachable = isReadOnly ? (['in', 'none'] as const) : directions
  const direction = rule.direction ?? (isReadOnly ? 'in' : 'both')
  const name = nameOf(field)
  return (
    <div className={classes['rule']}>
      <span>
        <b>{name}</b>
        <small>
          <code>{support?.remote}</code>
          {isReadOnly && ` · ${t('mapping.readOnly', { provider: provider.name })}`}
          {support?.lossy && ` · ${support.lossy}`}
        </small>
      </span>
      <Select
        aria-label={t('mapping.directionOf', { field: name })}
        allowDeselect={false}
        data={reachable.map((value) => ({ value, label: t(`mapping.direction.${value}`) }))}
        value={direction}
        onChange={(value) => {
          const chosen = directions.find((one) => one === value)
          if (chosen) onChange({ direction: chosen })
        }}
      />
      <Select
        aria-label={t('mapping.policyOf', { field: name })}
        allowDeselect={false}
        disabled={direction !== 'both'}
        data={policies.map((value) => ({
          value,
          label: t(`mapping.policy.${value}`, { provider: provider.name }),
        }))}
        value={rule.policy ?? usualPolicy(field)}
        onChange={(value) => {
          const chosen = policies.find((one) => one === value)
          if (chosen) onChange({ policy: chosen })
        }}
      />
    </div>
  )
}

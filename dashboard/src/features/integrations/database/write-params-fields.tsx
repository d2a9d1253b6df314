// What each parameter of the statement that writes gets, by outcome where it depends on it.
import { Select, TextInput } from '@mantine/core'
import type { StatementFace, StatementParam } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import type { StepProps } from './step-props.ts'
import classes from './wizard.module.css'
import type { Field } from './wizard-steps.ts'
import {
  type Given,
  isByOutcome,
  isUnset,
  OUTCOMES,
  paramsToSet,
  readGiven,
  writeGiven,
} from './write-params.ts'

export function WriteParams({
  field,
  face,
  draft,
  errorAt,
  onConfig,
}: StepProps & { field: Field; face: StatementFace }) {
  const { t } = useTranslation('integrations')
  const given = readGiven(String(draft.config[field.name] ?? ''))
  const set = (name: string, value: Given) =>
    onConfig({ [field.name]: writeGiven({ ...given, [name]: value }) })
  const error = errorAt(`/config/${field.name}`)
  return (
    <section className={classes['params']}>
      <h3>{t('source.writes', { name: face.name })}</h3>
      <p className={classes['quiet']}>{t('source.writesText')}</p>
      {error !== undefined && <p className={classes['error']}>{error}</p>}
      {paramsToSet(face, String(draft.config['key_column'] ?? '')).map((param) => (
        <ParamRow
          key={param.name}
          param={param}
          given={given[param.name]}
          onChange={(value) => set(param.name, value)}
        />
      ))}
    </section>
  )
}

function ParamRow({
  param,
  given,
  onChange,
}: {
  param: StatementParam
  given: Given | undefined
  onChange: (value: Given) => void
}) {
  const { t } = useTranslation('integrations')
  const error = isUnset(param, given) && given !== undefined ? t('source.unset') : undefined
  if (!isByOutcome(param)) {
    return (
      <TextInput
        label={<code>{param.name}</code>}
        description={t('source.textOrName')}
        withAsterisk={param.required}
        error={error}
        value={typeof given === 'string' ? given : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const byOutcome = typeof given === 'object' ? given : {}
  return (
    <fieldset className={classes['outcomes']}>
      <legend>
        <code>{param.name}</code>
      </legend>
      {OUTCOMES.map((outcome) => {
        const shared = {
          label: t(`source.outcome.${outcome}`),
          error: outcome === 'completed' ? error : undefined,
        }
        const change = (text: string) => onChange({ ...byOutcome, [outcome]: text })
        const value = byOutcome[outcome] ?? ''
        return param.choices ? (
          <Select
            key={outcome}
            {...shared}
            data={param.choices}
            value={value === '' ? null : value}
            onChange={(chosen) => change(chosen ?? '')}
          />
        ) : (
          <TextInput
            key={outcome}
            {...shared}
            placeholder={param.name === 'status' ? outcome : undefined}
            value={value}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )
      })}
    </fieldset>
  )
}

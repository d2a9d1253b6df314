// The fields that a provider asks for, drawn from its own description.
import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { Provider } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '#components/fields/password-field.tsx'
import { safeLink } from '#components/markdown/safe-link.ts'
import classes from './connect.module.css'
import { ConnectorField } from './connector-field.tsx'
import type { ConfigValue, Draft } from './draft.ts'
import { isOfConnector } from './statement-choices.ts'

type Field = Provider['config'][number]

export function ConfigFields({
  provider,
  config,
  errorAt,
  onChange,
}: {
  provider: Provider
  config: Draft['config']
  errorAt: (pointer: string) => string | undefined
  onChange: (config: Draft['config']) => void
}) {
  return provider.config.map((field) => (
    <ConfigField
      key={field.name}
      field={field}
      provider={provider}
      config={config}
      error={errorAt(`/config/${field.name}`)}
      onChange={(value) => onChange({ ...config, [field.name]: value })}
    />
  ))
}

/** One of them, for forms that do not show all at once. */
export function ConfigField({
  field,
  provider,
  config,
  error,
  onChange,
}: {
  field: Field
  provider: Provider
  config: Draft['config']
  error: string | undefined
  onChange: (value: ConfigValue) => void
}) {
  if (isOfConnector(field)) {
    const about = { field, provider, config, error }
    return <ConnectorField {...about} onChange={onChange} />
  }
  return <ConfigInput field={field} value={config[field.name]} error={error} onChange={onChange} />
}

function ConfigInput({
  field,
  value,
  error,
  onChange,
}: {
  field: Field
  value: ConfigValue | undefined
  error: string | undefined
  onChange: (value: ConfigValue) => void
}) {
  const shared = {
    label: field.label,
    description: field.help ?? undefined,
    required: field.required,
    error,
  }
  if (field.kind === 'boolean') {
    return (
      <Switch
        label={field.label}
        description={field.help ?? undefined}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (field.kind === 'number') {
    return <NumberInput {...shared} hideControls value={Number(value ?? 0)} onChange={onChange} />
  }
  if (field.kind === 'choice' && field.choices.length > 0) {
    return (
      <Select
        {...shared}
        data={field.choices}
        value={value === undefined ? null : String(value)}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  }
  return <TextField field={field} shared={shared} value={String(value ?? '')} onChange={onChange} />
}

type Shared = {
  label: string
  description: string | undefined
  required: boolean
  error: string | undefined
}

function TextField({
  field,
  shared,
  value,
  onChange,
}: {
  field: Field
  shared: Shared
  value: string
  onChange: (value: string) => void
}) {
  if (field.kind === 'long_text') {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxRows={12}
        placeholder={field.placeholder ?? undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      type={field.kind === 'url' ? 'url' : 'text'}
      placeholder={field.placeholder ?? undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function SecretFields({
  provider,
  secrets,
  /** There is one already, and leaving a field empty keeps it. */
  isReplacing = false,
  errorAt,
  onChange,
}: {
  provider: Provider
  secrets: Draft['secrets']
  isReplacing?: boolean
  errorAt: (pointer: string) => string | undefined
  onChange: (secrets: Draft['secrets']) => void
}) {
  const { t } = useTranslation('integrations')
  const hintOf = (secret: Provider['secrets'][number]): string => {
    if (isReplacing) return t('credential.keep')
    if (secret.generated) return t('connect.generated')
    return secret.help ?? t('connect.secretHint')
  }
  return provider.secrets.map((secret) => {
    const address = safeLink(secret.url ?? '')
    return (
      <div key={secret.name} className={classes['secret']}>
        <PasswordField
          label={secret.label}
          description={hintOf(secret)}
          required={secret.required && !secret.generated && !isReplacing}
          autoComplete="off"
          spellCheck={false}
          value={secrets[secret.name] ?? ''}
          error={errorAt(`/secrets/${secret.name}`)}
          onChange={(event) => onChange({ ...secrets, [secret.name]: event.currentTarget.value })}
        />
        {address !== '' && (
          <a href={address} target="_blank" rel="noopener noreferrer">
            {t('connect.where')}
          </a>
        )}
      </div>
    )
  })
}

// Fields whose choices a connector reports. Other values are accepted, too: it may report them later.
import { Autocomplete, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@task-service/contract'
import { connectorsQuery, statementsQuery } from '#features/connectors/connector-queries.ts'
import type { Draft } from './draft.ts'
import { type ConnectorKind, choicesFor, valueOf } from './statement-choices.ts'

type Field = Provider['config'][number]

type Props = {
  field: Field & { kind: ConnectorKind }
  provider: Provider
  config: Draft['config']
  error: string | undefined
  onChange: (value: string) => void
}

export function ConnectorField(props: Props) {
  return props.field.kind === 'connector' ? <Connectors {...props} /> : <Announced {...props} />
}

const sharedOf = ({ field, error, config }: Props) => ({
  label: field.label,
  description: field.help ?? undefined,
  required: field.required,
  error,
  placeholder: field.placeholder ?? undefined,
  value: String(config[field.name] ?? ''),
})

function Connectors(props: Props) {
  const connectors = useQuery(connectorsQuery)
  const { value, ...shared } = sharedOf(props)
  const known = (connectors.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  // A deleted connector is still shown, by its ID.
  const isKnown = value === '' || known.some((one) => one.value === value)
  return (
    <Select
      {...shared}
      data={isKnown ? known : [...known, { value, label: value }]}
      value={value === '' ? null : value}
      onChange={(chosen) => props.onChange(chosen ?? '')}
    />
  )
}

function Announced(props: Props) {
  const { field, provider, config, onChange } = props
  const connector = valueOf(provider, config, 'connector')
  const statements = useQuery({ ...statementsQuery(connector), enabled: connector !== '' })
  const database = valueOf(provider, config, 'database')
  return (
    <Autocomplete
      {...sharedOf(props)}
      data={choicesFor(field, statements.data?.data ?? [], database)}
      onChange={onChange}
    />
  )
}

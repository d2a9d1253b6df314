// The external systems that effects are written to, by the names that people know.
import { useQuery } from '@tanstack/react-query'
import type { Effect, Integration, Mapping, Provider } from '@task-service/contract'
import { useMemo } from 'react'
import { providersQuery } from '#features/integrations/integration-queries.ts'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'
import { isMappedField } from '#features/integrations/mapping/field-words.ts'

type Place = Pick<Effect, 'integration_id' | 'provider'>

export type Systems = {
  integrations: readonly Integration[]
  /** The integration as it was named, or its provider if it was deleted. */
  nameOf: (effect: Place) => string
  /** What the external system calls the field. */
  remoteField: (effect: Place, field: string) => string | undefined
  /** What the external system calls the value; undefined if it has no name but the value itself. */
  remoteValue: (effect: Place, field: string, value: unknown) => string | undefined
}

const none: readonly Integration[] = []
const noProviders: readonly Provider[] = []
const CUSTOM = 'custom.'

export function useSystems(): Systems {
  const integrations = useQuery(integrationsQuery).data ?? none
  const providers = useQuery(providersQuery).data ?? noProviders
  return useMemo(() => {
    const integrationOf = ({ integration_id: id }: Place) =>
      integrations.find((one) => one.id === id)
    const providerOf = ({ provider }: Place) => providers.find(({ id }) => id === provider)
    return {
      integrations,
      nameOf: (effect) =>
        integrationOf(effect)?.name ?? providerOf(effect)?.name ?? effect.provider,
      remoteField: (effect, field) =>
        isMappedField(field)
          ? providerOf(effect)?.fields[field]?.remote
          : field.replace(CUSTOM, ''),
      remoteValue: (effect, field, value) =>
        nameOfChoice(integrationOf(effect)?.mapping.choices, field, value),
    }
  }, [integrations, providers])
}

const kinds = { status: 'statuses', priority: 'priorities', assignee: 'people' } as const

function nameOfChoice(
  choices: Mapping['choices'],
  field: string,
  value: unknown,
): string | undefined {
  const kind = kinds[field as keyof typeof kinds] // undefined for other fields
  if (kind === undefined || typeof value !== 'string') return undefined
  return choices?.[kind]?.find(({ id }) => id === value)?.name
}

/** As people call the item: its key, or else its ID. */
export const itemOf = ({ external_key: key, external_id: id }: Effect): string => key ?? id ?? ''

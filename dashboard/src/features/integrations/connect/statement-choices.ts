// The choices of a field, from what a connector reported.
import type { Provider, StatementFace } from '@task-service/contract'
import type { Draft } from './draft.ts'

type Field = Provider['config'][number]

const kinds = ['connector', 'database', 'statement'] as const
export type ConnectorKind = (typeof kinds)[number]

export const isOfConnector = (field: Field): field is Field & { kind: ConnectorKind } =>
  (kinds as readonly string[]).includes(field.kind) // only widens the list

/** What was entered in the field of this kind. */
export function valueOf(provider: Provider, config: Draft['config'], kind: ConnectorKind): string {
  const field = provider.config.find((one) => one.kind === kind)
  return field ? String(config[field.name] ?? '') : ''
}

export function choicesFor(
  { kind, statements }: Pick<Field, 'kind' | 'statements'>,
  known: readonly StatementFace[],
  database: string,
): string[] {
  const names =
    kind === 'database'
      ? known.map((one) => one.database)
      : known
          .filter((one) => one.database === database || database === '')
          .filter((one) => statements === null || one.kind === statements)
          .map(({ name }) => name)
  return [...new Set(names)]
}

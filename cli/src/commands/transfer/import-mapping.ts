// `--map` and `--set` as the mapping and the default values of an import.
import type { Import, ImportUploadQuery } from '@task-service/sdk'
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandInput } from '#cli/program/command-input.ts'

type ImportDefaults = Import['defaults']
type ImportMapping = Import['mapping']

export type Mapping = { columns: [field: string, column: string][]; defaults: ImportDefaults }

const DEFAULTS = ['status', 'priority', 'queue', 'labels', 'assignee', 'source']
const DELIMITERS: Record<string, ImportUploadQuery['delimiter']> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '\\t': 'tab',
}

export function readMapping(input: CommandInput): Mapping {
  const columns = input
    .pairs('map', '--map')
    .map(([field, column]): [string, string] => [field.replace(/^fields\./, 'field:'), column])
  const defaults = Object.fromEntries(input.pairs('set', '--set').map(readDefault))
  // The server checks the values.
  return { columns, defaults }
}

function readDefault([field, value]: [string, string]): [string, unknown] {
  if (!DEFAULTS.includes(field)) {
    throw new CommandError(
      'usage',
      `--set: "${field}" cannot be set for every row.`,
      `Fields: ${DEFAULTS.join(', ')}`,
    )
  }
  const labels = value.split(',').map((label) => label.trim())
  return [field, field === 'labels' ? labels.filter((label) => label !== '') : value]
}

export function readDelimiter(input: CommandInput): ImportUploadQuery['delimiter'] {
  const given = input.text('delimiter')
  if (given === undefined || given in DELIMITERS) return DELIMITERS[given ?? '']
  throw new CommandError('usage', `--delimiter must be a comma, semicolon or \\t, got "${given}".`)
}

/** The suggested one, without what the options say otherwise. */
export function mergeMapping(
  { mapping }: Pick<Import, 'mapping'>,
  { columns }: Mapping,
): ImportMapping {
  const given = columns.map(([field, column]) => ({ column, field }))
  const isFree = ({ column, field }: ImportMapping[number]) =>
    !given.some((one) => one.field === field || one.column === column)
  return [...mapping.filter(isFree), ...given] as ImportMapping // the server checks the fields
}

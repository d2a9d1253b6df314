// `explain <statement>`: shows what a statement reads, writes and sends.
import { announcedFaces } from '#edge/policy/announced-faces.ts'
import { loadPolicy } from '#edge/policy/load-policy.ts'
import type { ParamPolicy, StatementPolicy, Treatment } from '#edge/policy/policy.ts'
import { showBytes, showDuration } from '#edge/policy/quantities.ts'
import { type Settings, SettingsError } from '#edge/settings/settings.ts'
import type { Output } from './output.ts'

export async function explainCommand(
  output: Output,
  { policyFile }: Settings,
  wanted: string,
): Promise<void> {
  const policy = loadPolicy(policyFile)
  const found = [...policy.databases.values()]
    .flatMap(({ statements }) => [...statements.values()])
    .filter(({ name, database }) => wanted === name || wanted === `${database}.${name}`)
  const [statement, other] = found
  if (statement === undefined) throw new SettingsError(`${policyFile} has no statement ${wanted}.`)
  if (other !== undefined) {
    const names = found.map(({ database, name }) => `${database}.${name}`)
    throw new SettingsError(
      `Several databases have a statement ${wanted}. Use one of: ${names.join(', ')}.`,
    )
  }
  const face = announcedFaces(policy).find(
    ({ database, name }) => database === statement.database && name === statement.name,
  )
  output.result({ announced: face, sql: statement.sql }, describe(statement))
}

function describe(statement: StatementPolicy): string[] {
  const { database, name, kind, description, sql, params, columns } = statement
  return [
    `${database}.${name} (${kind})${description && `: ${description}`}`,
    '',
    'SQL (never sent to Task Service):',
    ...sql
      .trim()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    'Parameters (validated before the statement runs):',
    ...(params.length > 0 ? params.map(describeParam) : ['  none']),
    '',
    'Sent to Task Service:',
    ...(kind === 'read' ? describeColumns(columns) : ['  the number of changed rows']),
    '  error codes (SQLSTATE, errno), never error messages of the database',
    '',
    'Limits:',
    ...describeCaps(statement),
  ]
}

function describeParam({
  name,
  type,
  defaultValue,
  maxLength,
  choices,
  putsValuesBack,
}: ParamPolicy): string {
  const facts = [
    type === 'text' && choices === undefined ? `at most ${maxLength} characters` : '',
    choices === undefined ? '' : `one of ${choices.join(', ')}`,
    defaultValue === undefined ? 'required' : `default ${JSON.stringify(defaultValue)}`,
    putsValuesBack ? 'tokens are replaced by their values' : '',
  ]
  return `  ${name}: ${[type, ...facts.filter((fact) => fact !== '')].join(', ')}`
}

const treatments: Readonly<Record<string, string>> = {
  plain: 'as is',
  tokenise: 'as a token; the value stays on this machine',
  all: 'masked',
  last4: 'masked except the last 4 characters',
  first1: 'masked except the first character',
  email: 'masked except the domain',
}

function describeColumns(columns: ReadonlyMap<string, Treatment>): string[] {
  const lines = [...columns].map(([name, treatment]) => {
    const word = treatment.kind === 'mask' ? treatment.mask : treatment.kind
    return `  ${name}: ${treatments[word] ?? word}`
  })
  return [...lines, '  other columns of the query: never']
}

function describeCaps(statement: StatementPolicy): string[] {
  const { kind, maxRows, maxBytes, timeoutMs, expectRows, fence } = statement
  if (kind === 'read') {
    return [
      `  ${maxRows} rows, ${showBytes(maxBytes)}, ${showDuration(timeoutMs)}; read-only transaction`,
    ]
  }
  return [
    `  changes exactly ${expectRows} rows, or is rolled back; ${showDuration(timeoutMs)}`,
    ...(fence === undefined
      ? []
      : [`  changes nothing if ${fence} of the row has changed (concurrency check)`]),
  ]
}

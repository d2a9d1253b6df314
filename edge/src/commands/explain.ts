// `explain <statement>`: what would leave the site, before anything does.
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
    throw new SettingsError(`Several databases have it. Write one of: ${names.join(', ')}.`)
  }
  const face = announcedFaces(policy).find(
    ({ database, name }) => database === statement.database && name === statement.name,
  )
  output.result({ announced: face, sql: statement.sql }, describe(statement))
}

function describe(statement: StatementPolicy): string[] {
  const { database, name, kind, description, sql, params, columns } = statement
  return [
    `${database}.${name}: a ${kind}${description && `. ${description}`}`,
    '',
    'Runs here, and is never sent:',
    ...sql
      .trim()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    'Comes in, checked before the database hears of it:',
    ...(params.length > 0 ? params.map(describeParam) : ['  nothing']),
    '',
    'Leaves the site:',
    ...(kind === 'read' ? describeColumns(columns) : ['  the number of rows that were changed']),
    '  codes of faults (SQLSTATE, errno), never the texts of the database',
    '',
    'At the most:',
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
    defaultValue === undefined ? 'required' : `${JSON.stringify(defaultValue)} if left out`,
    putsValuesBack ? 'tokens in it become the values they stand for' : '',
  ]
  return `  ${name}: ${[type, ...facts.filter((fact) => fact !== '')].join(', ')}`
}

const treatments: Readonly<Record<string, string>> = {
  plain: 'as it is',
  tokenise: 'a token; the value stays here',
  all: 'masked completely',
  last4: 'masked but for its last 4 characters',
  first1: 'masked but for its first character',
  email: 'masked but for the part behind the @',
}

function describeColumns(columns: ReadonlyMap<string, Treatment>): string[] {
  const lines = [...columns].map(([name, treatment]) => {
    const word = treatment.kind === 'mask' ? treatment.mask : treatment.kind
    return `  ${name}: ${treatments[word] ?? word}`
  })
  return [...lines, '  any other column of the query: never']
}

function describeCaps(statement: StatementPolicy): string[] {
  const { kind, maxRows, maxBytes, timeoutMs, expectRows, fence } = statement
  if (kind === 'read') {
    return [
      `  ${maxRows} rows, ${showBytes(maxBytes)}, ${showDuration(timeoutMs)}; read-only transaction`,
    ]
  }
  return [
    `  exactly ${expectRows} rows changed, or all is undone; ${showDuration(timeoutMs)}`,
    ...(fence === undefined ? [] : [`  nothing if ${fence} is not that of the row any more`]),
  ]
}

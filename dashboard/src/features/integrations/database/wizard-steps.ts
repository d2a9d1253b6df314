// Which setting is asked for at which step, when a step is done, and what can be guessed from what a connector announced.
import type { Provider, StatementFace } from '@task-service/contract'
import type { ConfigValue, Draft } from '../connect/draft.ts'

export const STEPS = ['connector', 'statements', 'columns', 'templates', 'preview'] as const
export type Step = (typeof STEPS)[number]
export type Field = Provider['config'][number]
export type Config = Draft['config']

const steps: Readonly<Record<string, Step>> = {
  connector: 'connector',
  database: 'connector',
  read_statement: 'statements',
  get_statement: 'statements',
  write_statement: 'statements',
  key_column: 'columns',
  version_column: 'columns',
  status_column: 'columns',
  done_values: 'columns',
  failed_values: 'columns',
  canceled_values: 'columns',
}

/** What a later version asks for beside that stands with the templates. */
export const fieldsOf = (provider: Provider, step: Step): Field[] =>
  provider.config.filter(({ name }) => (steps[name] ?? 'templates') === step)

export const isSet = (value: ConfigValue | undefined): boolean =>
  value !== undefined && String(value).trim() !== ''

export const isStepDone = (provider: Provider, step: Step, { name, config }: Draft): boolean =>
  (step !== 'connector' || name.trim() !== '') &&
  fieldsOf(provider, step).every((field) => !field.required || isSet(config[field.name]))

export const findFace = (
  faces: readonly StatementFace[],
  config: Config,
  name: string,
): StatementFace | undefined =>
  faces.find((one) => one.database === config['database'] && one.name === config[name])

const hasParam = (face: StatementFace, name: string): boolean =>
  face.params.some((param) => param.name === name)

/** The only database, and statements that look like a list, a row and a write. Choices of the user stay. */
export function guessStatements(faces: readonly StatementFace[], config: Config): Config {
  const database = config['database'] ?? onlyOne(faces.map((face) => face.database))
  const known = faces.filter((face) => face.database === database)
  const reads = known.filter(({ kind }) => kind === 'read')
  const list = reads.find((face) => face.params.every((param) => !param.required))
  const row = reads.find((face) => hasParam(face, 'key'))
  const write = known.find((face) => face.kind === 'write' && face.fence !== undefined)
  return withGuesses(config, {
    database,
    read_statement: list?.name,
    get_statement: row?.name,
    write_statement: write?.name,
  })
}

/** Columns that are called as what they are. */
export function guessColumns(face: StatementFace, config: Config): Config {
  const find = (...names: string[]) =>
    face.columns.find(({ name }) => names.includes(name.toLowerCase()))?.name
  const key =
    find('id', 'key', 'uuid') ?? face.columns.find(({ name }) => name.endsWith('_id'))?.name
  const title = find('title', 'subject', 'name', 'summary')
  return withGuesses(config, {
    key_column: key,
    version_column: find('version', 'row_version', 'revision', 'updated_at'),
    status_column: find('status', 'state'),
    title: title && `{{${title}}}`,
  })
}

function withGuesses(config: Config, guesses: Record<string, ConfigValue | undefined>): Config {
  const fresh = Object.entries(guesses).filter(
    ([name, value]) => value !== undefined && config[name] === undefined,
  )
  return { ...config, ...(Object.fromEntries(fresh) as Record<string, ConfigValue>) } // without what is undefined, by the line above
}

function onlyOne(names: readonly string[]): string | undefined {
  const [first, ...others] = new Set(names)
  return others.length === 0 ? first : undefined
}

/** Another connector or database has other statements, and other statements other columns. */
export function forgetAfter(changed: string, config: Config): Config {
  const gone: Record<string, readonly string[]> = {
    connector: ['database', 'read_statement', 'get_statement', 'write_statement', ...columnNames],
    database: ['read_statement', 'get_statement', 'write_statement', ...columnNames],
    read_statement: columnNames,
    write_statement: ['write_params'],
  }
  const names = gone[changed] ?? []
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)))
}

const columnNames = ['key_column', 'version_column', 'status_column', 'title', 'write_params']

// The only reader of the environment: turns it into a Config or reports every error at once.
import { type AnyConfig, buildConfig, type Config } from './config.ts'
import { ConfigError, type Finding } from './config-error.ts'
import { findConflicts, findWeaknesses } from './cross-check.ts'
import { describeAccepted } from './describe-accepted.ts'
import { InvalidValue } from './invalid-value.ts'
import { parseValue } from './parse.ts'
import { entries, type Need, prefix, type Variable, type VariableName } from './schema.ts'
import { readSecretFile } from './secret-file.ts'
import { suggestName } from './suggest-name.ts'
import type { Values } from './value.ts'

export type Environment = Readonly<Record<string, string | undefined>>

// Distributes over a union of lists, so that a list chosen at run time promises only what all choices hold.
type ConfigFor<N extends readonly Need[]> = N extends readonly Need[]
  ? Config<number extends N['length'] ? never : N[number]>
  : never

/** For a program that an operator's command runs: what the operator has set, and the given variables. */
export function inheritEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...added }
}

/** Throws ConfigError with all errors. Secrets of other needs stay null. */
export function loadConfig<const N extends readonly Need[]>(options: {
  needs: N
  env?: Environment
}): ConfigFor<N>
// The overload may promise more than this signature because what is needed is required, so never null.
export function loadConfig(options: { needs: readonly Need[]; env?: Environment }): AnyConfig {
  const { needs, env = process.env } = options
  const errors = findUnknown(env)
  const values: Record<string, unknown> = {}
  for (const [name, variable] of entries) {
    try {
      values[name] = isNeeded(variable, needs) ? readVariable(env, name, variable) : null
    } catch (error) {
      if (!(error instanceof VariableError)) throw error
      errors.push(error.finding)
    }
  }
  const read = values as Partial<Values> // each was parsed by its own type, which the compiler cannot follow
  errors.push(...findConflicts(read))
  if (errors.length > 0 || !isComplete(read)) throw new ConfigError(errors)
  return buildConfig(read, findWeaknesses(read))
}

function isNeeded({ need }: Variable, needs: readonly Need[]): boolean {
  return need === undefined || needs.includes(need)
}

function isComplete(values: Partial<Values>): values is Values {
  return entries.every(([name]) => values[name] !== undefined)
}

class VariableError extends Error {
  readonly finding: Finding

  constructor(variable: string, problem: string, remedy: string) {
    super(problem)
    this.finding = { variable, problem, remedy }
  }
}

function readVariable(env: Environment, name: VariableName, variable: Variable): unknown {
  const { source, text } = variable.secret
    ? findSecretText(env, name, variable)
    : findText(env, name, variable)
  if (text === null) {
    if (variable.required) throw new VariableError(name, 'is not set', howToSet(name, variable))
    return null
  }
  try {
    return parseValue(text, variable)
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    const problem = variable.secret ? error.problem : `${error.problem}${quote(text)}`
    throw new VariableError(source, problem, error.remedy)
  }
}

// An empty text counts as unset: compose files and .env files pass variables on that way.
function findText(env: Environment, name: string, variable: Variable) {
  for (const source of [name, ...(variable.fallbacks ?? [])]) {
    const text = env[source]?.trim()
    if (text) return { source, text }
  }
  return { source: name, text: variable.default }
}

function findSecretText(env: Environment, name: string, variable: Variable) {
  const fileVariable = `${name}_FILE`
  const direct = env[name]?.trim() ? env[name] : undefined
  const path = env[fileVariable]?.trim()
  if (direct !== undefined && path) {
    throw new VariableError(name, `and ${fileVariable} are both set`, 'Unset one of them.')
  }
  if (direct !== undefined) return { source: name, text: direct }
  if (!path) return findText(env, name, variable)
  const file = readSecretFile(path, variable)
  if ('problem' in file) throw new VariableError(fileVariable, file.problem, file.remedy)
  return { source: fileVariable, text: file.text }
}

function howToSet(name: string, variable: Variable): string {
  const how =
    variable.type === 'postgres-url'
      ? `Set it to ${describeAccepted(variable)}`
      : 'Run `task-service init` to generate one'
  return `${how}, or set ${name}_FILE to the path of a file that contains it.`
}

// Long values are left out: what was pasted into the wrong variable may be a secret.
function quote(text: string): string {
  return text.length <= 24 ? ` (found ${JSON.stringify(text)})` : ''
}

function findUnknown(env: Environment): Finding[] {
  const known = entries.flatMap(([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [name]))
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith(prefix) && !known.includes(name))
    .toSorted()
    .map((name) => ({
      // Names are untrusted, too, and must not be able to forge a line of the report.
      variable: name.replace(/[^\x21-\x7e]/g, '?'),
      problem: 'is not a known variable',
      remedy: adviseOnUnknown(name, known),
    }))
}

function adviseOnUnknown(name: string, known: readonly string[]): string {
  if (/_SERVICE_(?:HOST|PORT)|_PORT_\d+_/.test(name)) {
    return 'Kubernetes injects it for a Service of this name: set enableServiceLinks: false on the pod.'
  }
  if (name.endsWith('_FILE') && known.includes(name.slice(0, -'_FILE'.length))) {
    return `Only secrets can come from a file: set ${name.slice(0, -'_FILE'.length)} itself.`
  }
  const suggestion = suggestName(name, known)
  return suggestion
    ? `Did you mean ${suggestion}? Otherwise remove it.`
    : 'Remove it; every variable is listed in docs/reference/configuration.md.'
}

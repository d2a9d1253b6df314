// The only reader of the environment: turns it into a Config or reports every mistake in it at once.
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

/** Throws ConfigError with all mistakes. Secrets of needs that are not asked for stay null. */
export function loadConfig<const N extends readonly Need[]>(options: {
  needs: N
  env?: Environment
}): ConfigFor<N>
// The overload may promise more than this signature because what is needed is required, so never null.
export function loadConfig(options: { needs: readonly Need[]; env?: Environment }): AnyConfig {
  const { needs, env = process.env } = options
  const mistakes = findUnknown(env)
  const values: Record<string, unknown> = {}
  for (const [name, variable] of entries) {
    try {
      values[name] = isNeeded(variable, needs) ? readVariable(env, name, variable) : null
    } catch (error) {
      if (!(error instanceof VariableMistake)) throw error
      mistakes.push(error.finding)
    }
  }
  const read = values as Partial<Values> // each was parsed by its own type, which the compiler cannot follow
  mistakes.push(...findConflicts(read))
  if (mistakes.length > 0 || !isComplete(read)) throw new ConfigError(mistakes)
  return buildConfig(read, findWeaknesses(read))
}

function isNeeded({ need }: Variable, needs: readonly Need[]): boolean {
  return need === undefined || needs.includes(need)
}

function isComplete(values: Partial<Values>): values is Values {
  return entries.every(([name]) => values[name] !== undefined)
}

class VariableMistake extends Error {
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
    if (variable.required) throw new VariableMistake(name, 'is not set', howToSet(name, variable))
    return null
  }
  try {
    return parseValue(text, variable)
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    const problem = variable.secret ? error.problem : `${error.problem}${quote(text)}`
    throw new VariableMistake(source, problem, error.remedy)
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
    throw new VariableMistake(name, `and ${fileVariable} are both set`, 'Keep one of the two.')
  }
  if (direct !== undefined) return { source: name, text: direct }
  if (!path) return findText(env, name, variable)
  const file = readSecretFile(path, variable)
  if ('problem' in file) throw new VariableMistake(fileVariable, file.problem, file.remedy)
  return { source: fileVariable, text: file.text }
}

function howToSet(name: string, variable: Variable): string {
  const how =
    variable.type === 'postgres-url'
      ? `Set it to ${describeAccepted(variable)}`
      : 'Run `task-service init` to make one'
  return `${how}, or name a file that holds it in ${name}_FILE.`
}

// Long texts are left out: what is pasted into the wrong variable by mistake may be a secret.
function quote(text: string): string {
  return text.length <= 24 ? ` (found ${JSON.stringify(text)})` : ''
}

function findUnknown(env: Environment): Finding[] {
  const known = entries.flatMap(([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [name]))
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith(prefix) && !known.includes(name))
    .toSorted()
    .map((name) => ({
      // Names come from outside as well and must not be able to forge a line of the report.
      variable: name.replace(/[^\x21-\x7e]/g, '?'),
      problem: 'is not a variable of this program',
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

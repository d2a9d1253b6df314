// Commands of operators as documents show them: they are not run, but every command and option in them exists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram as createEdgeProgram } from '../../edge/src/commands/program.ts'
import { createProgram } from '../../server/src/commands/program.ts'
import { isVariableName } from '../../server/src/config/schema.ts'
import { root } from './documented-blocks.ts'

/** What both versions of commander in use have in common. */
type Command = {
  commands: readonly Command[]
  options: readonly { long?: string | undefined; short?: string | undefined }[]
  name: () => string
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
} // our own file

/** Continued lines are one command; comments and optional parts in brackets are not. */
function commandLines(code: string): string[] {
  return code
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

export function findCommandFaults(code: string): string[] {
  return commandLines(code).flatMap((line) => {
    const [program = '', ...words] = line.replaceAll(/'[^']*'/g, 'text').split(/\s+/)
    if (program === 'task-service')
      return findFaults(
        createProgram(() => undefined),
        words,
      )
    if (program === 'task-edge')
      return findFaults(
        createEdgeProgram(() => undefined),
        words,
      )
    if (program === 'npm') return findScriptFaults(words)
    return program === 'node' ? [] : [`${program} is not a known program`]
  })
}

function findFaults(program: Command, words: readonly string[]): string[] {
  let command = program
  let position = 0
  for (; position < words.length; position++) {
    const next = command.commands.find((child) => child.name() === words[position])
    if (!next) break
    command = next
  }
  if (command.commands.length > 0) return [`${words[position]} is not a command`]
  const options = words
    .filter((word) => /^\[?--?[a-z]/.test(word))
    .map((word) => word.replace('[', ''))
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]))
  return options
    .filter((option) => !known.has(option.split('=')[0]) && option !== '--help')
    .map((option) => `${option} is not an option of ${command.name()}`)
}

function findScriptFaults(words: readonly string[]): string[] {
  const [run, script = '', ...rest] = words.filter((word) => word !== '-s')
  if (run !== 'run' || scripts[script] === undefined) return [`npm run ${script} does not exist`]
  const [program] = rest.filter((word) => !word.startsWith('-'))
  const folder = { prove: 'proofs', bench: 'bench' }[script]
  if (folder === undefined || program === undefined) return []
  const exists = existsSync(join(root, folder, program, `${program}.ts`))
  return exists ? [] : [`${folder} has no ${program}`]
}

const isKnown = (name: string) => name === 'NODE_EXTRA_CA_CERTS' || isVariableName(name)

export function findVariableFaults(code: string): string[] {
  const names = commandLines(code).map((line) => line.split('=')[0] ?? '')
  return names
    .filter((name) => !isKnown(name) && !isKnown(name.replace(/_FILE$/, '')))
    .map((name) => `${name} is not a variable`)
}

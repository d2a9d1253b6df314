// The options of a command, with those that every command has.
import type { CommandSpec, OptionSpec } from './command-spec.ts'

const GLOBAL: readonly OptionSpec[] = [
  { flags: '--profile <name>', text: 'use this profile instead of the current one' },
  { flags: '--no-color', text: 'print without colors' },
]

const JSON_TEXT = { document: 'print one JSON document', lines: 'print one JSON object per line' }

export function optionsOf({ options = [], json }: CommandSpec): readonly OptionSpec[] {
  const printed = json === undefined ? [] : [{ flags: '--json', text: JSON_TEXT[json] }]
  return [...options, ...printed, ...GLOBAL]
}

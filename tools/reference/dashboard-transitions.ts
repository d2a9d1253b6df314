// Which status may follow which, for the dashboard: the table alone, without the schemas around it.
import { FINAL_STATUSES, PRIORITIES, STATUSES, transitions } from '@task-service/contract'

const list = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`

export function dashboardTransitions(): string {
  return [
    '// Written by `npm run gen` from the contract: statuses, priorities, and which status may follow which.',
    `export const STATUSES = ${list(STATUSES)} as const`,
    `export const FINAL_STATUSES = ${list(FINAL_STATUSES)} as const`,
    `export const PRIORITIES = ${list(PRIORITIES)} as const`,
    'export const transitions = {',
    ...Object.entries(transitions).map(([from, to]) => `  ${from}: ${list(to)},`),
    '} as const',
    '',
  ].join('\n')
}

// Identifiers as they travel: a prefix that says what the thing is, then a UUIDv7 in hex.
import { Type } from 'typebox'

export const ID_PREFIXES = {
  task: 'tsk',
  comment: 'cmt',
  event: 'evt',
  view: 'viw',
  webhook: 'whk',
  delivery: 'dlv',
  audit: 'aud',
  key: 'key',
  tenant: 'ten',
  user: 'usr',
  integration: 'int',
  link: 'lnk',
  conflict: 'cnf',
  run: 'syn',
  write_back: 'wbk',
  inbound: 'inb',
  connector: 'con',
  session: 'eds',
  edge_job: 'job',
} as const

export type IdKind = keyof typeof ID_PREFIXES

/** Without anchors. */
export function idPattern(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_[0-9a-f]{32}`
}

const EXAMPLE = '019301a2b3c47d5e8f90a1b2c3d4e5f6'

export function Id(kind: IdKind, options: { description?: string; example?: string } = {}) {
  return Type.String({
    pattern: `^${idPattern(kind)}$`,
    description: options.description ?? `Identifier of a ${kind}`,
    examples: [`${ID_PREFIXES[kind]}_${options.example ?? EXAMPLE}`],
  })
}

/** Paths take the short number people quote (`T-142`) in place of the id. */
export const TaskReference = Type.String({
  pattern: `^(${idPattern('task')}|[Tt]-[1-9][0-9]{0,14})$`,
  description: 'Task id (`tsk_…`) or number (`T-142`)',
  examples: ['T-142', `tsk_${EXAMPLE}`],
})

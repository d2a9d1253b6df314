// Identifiers as they travel: a prefix that says what the thing is, then a UUIDv7 in hex.
import { Type } from 'typebox'
import { worded } from './patterns.ts'

export const ID_PREFIXES = {
  task: 'tsk',
  comment: 'cmt',
  attachment: 'att',
  event: 'evt',
  view: 'viw',
  field: 'fld',
  import: 'imp',
  webhook: 'whk',
  delivery: 'dlv',
  audit: 'aud',
  key: 'key',
  tenant: 'ten',
  user: 'usr',
  integration: 'int',
  link: 'lnk',
  conflict: 'cnf',
  sync_run: 'syn',
  write_back: 'wbk',
  inbound: 'inb',
  connector: 'con',
  session: 'eds',
  edge_job: 'job',
  agent: 'agn',
  agent_token: 'tok',
  run: 'run',
  question: 'qst',
  approval: 'apr',
  notification: 'ntf',
  template: 'tpl',
  schedule: 'sch',
} as const

export type IdKind = keyof typeof ID_PREFIXES

/** Without anchors. */
export function idPattern(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_[0-9a-f]{32}`
}

const names: Partial<Record<IdKind, string>> = {
  audit: 'audit entry',
  inbound: 'inbound message',
  sync_run: 'sync run',
  agent_token: 'agent token',
  write_back: 'write-back',
  edge_job: 'job',
}

function nameOf(kind: IdKind): string {
  const name = names[kind] ?? kind
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`
}

const EXAMPLE = '019301a2b3c47d5e8f90a1b2c3d4e5f6'

export function Id(kind: IdKind, options: { description?: string; example?: string } = {}) {
  return Type.String({
    pattern: worded(`^${idPattern(kind)}$`, `must be ${nameOf(kind)} ID (${ID_PREFIXES[kind]}_…)`, {
      echo: true,
    }),
    description: options.description ?? `ID (\`${ID_PREFIXES[kind]}_…\`)`,
    examples: [`${ID_PREFIXES[kind]}_${options.example ?? EXAMPLE}`],
  })
}

/** Paths take the short number people quote (`T-142`) in place of the id. */
export const TaskReference = Type.String({
  pattern: worded(
    `^(${idPattern('task')}|[Tt]-[1-9][0-9]{0,14})$`,
    'must be a task ID (tsk_…) or number (T-142)',
    { echo: true },
  ),
  description: 'Task ID (`tsk_…`) or number (`T-142`)',
  examples: ['T-142', `tsk_${EXAMPLE}`],
})

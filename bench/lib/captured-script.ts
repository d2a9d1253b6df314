// From the statements the service sent for a read to a pgbench script that does the same work for other tenants.
import { tenantIdText } from '../../tests/harness/measure/bench-tenants.ts'
import type { Captured } from './capture-statements.ts'
import type { Script } from './pgbench.ts'

/**
 * Statements, parameters and order are the service's; the tenant is drawn at random. Everything is one round trip,
 * because the service's answer does not wait for the end of a reading transaction either.
 */
export function capturedScript(
  captured: readonly Captured[],
  tenantCount: number,
  drawn: Drawn = { lines: [], values: {} },
): Script {
  const variables: Record<string, string> = { tenants: String(tenantCount) }
  const tenantId = tenantOf(captured)
  const values = { ...drawn.values, [tenantId]: `${tenantIdText}::uuid` }
  const statements = captured.map(
    (statement, index) => `${rewrite(statement, `s${index}`, values, variables)};`,
  )
  const lines = [
    '\\set t random(1, :tenants)',
    ...drawn.lines,
    '\\startpipeline',
    ...statements,
    '\\endpipeline',
  ]
  return { text: `${lines.join('\n')}\n`, variables }
}

/** What else is drawn at random: lines of the script that draw it, and the SQL that stands for a captured value. */
export type Drawn = { lines: string[]; values: Record<string, string> }

function tenantOf(captured: readonly Captured[]): string {
  const setting = captured.find(({ text }) => text.includes(`set_config('app.tenant_id',`))
  if (!setting) throw new Error('no statement sets the tenant')
  return String(setting.values[0])
}

function rewrite(
  { text, values }: Captured,
  prefix: string,
  sqlOf: Record<string, string>,
  variables: Record<string, string>,
): string {
  return text.replaceAll(/\$(\d+)/g, (_, position: string) => {
    const value = values[Number(position) - 1]
    if (value === null) return 'null'
    const drawn = typeof value === 'string' ? sqlOf[value] : undefined
    // A setting is text, whatever it names.
    if (drawn) return text.includes('set_config') ? drawn.replace(/::uuid$/, '') : drawn
    const name = `${prefix}_${position}`
    variables[name] = encode(value)
    return `:${name}`
  })
}

/** A value in PostgreSQL's text format, as the driver sends it. */
function encode(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(encodeItem).join(',')}}`
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value)
  throw new Error(`no text format for ${typeof value}`)
}

function encodeItem(value: unknown): string {
  if (value === null) return 'NULL'
  return `"${encode(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

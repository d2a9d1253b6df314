// From the statements the service sent to a pgbench script that does the same work for other tenants and new ids.
import { tenantIdText } from './bench-tenants.ts'
import type { Captured } from './capture-statements.ts'
import type { Script } from './pgbench.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A UUIDv7 made by the server, where the service makes it itself. */
const NEW_ID = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`

/**
 * Statements, parameters, sizes and round trips are the service's. Different are: the tenant is drawn at random,
 * ids come from the server's clock, and task numbers from the client, because pgbench cannot read an answer inside a
 * pipeline.
 */
export function referenceScript(captured: readonly Captured[], tenantCount: number): Script {
  const variables: Record<string, string> = { tenants: String(tenantCount), n: '0', base: '0' }
  const lines = [
    '\\set t random(1, :tenants)',
    '\\set n :n + 1',
    '\\set number :base + :client_id * 1000000000 + :n',
  ]
  const tenantId = tenantOf(captured)
  for (const [index, statement] of captured.entries()) {
    // A reader's answer does not wait for the end of its transaction, so the reference does not either.
    const ends = index === captured.length - 1 && captured[0]?.text === 'begin read only'
    if (index === 0) lines.push('\\startpipeline')
    else if (!statement.pipelined && !ends) lines.push('\\endpipeline', '\\startpipeline')
    lines.push(`${rewrite(statement, `s${index}`, tenantId, variables)};`)
  }
  return { text: `${lines.join('\n')}\n\\endpipeline\n`, variables }
}

function tenantOf(captured: readonly Captured[]): string {
  const setting = captured.find(({ text }) => text.includes(`set_config('app.tenant_id'`))
  if (!setting) throw new Error('no statement sets the tenant')
  return String(setting.values[0])
}

function rewrite(
  { text, values }: Captured,
  prefix: string,
  tenantId: string,
  variables: Record<string, string>,
): string {
  return text.replaceAll(/\$(\d+)/g, (_, position: string) => {
    const value = values[Number(position) - 1]
    if (value === null) return 'null'
    if (value === tenantId) {
      return text.includes('set_config') ? tenantIdText : `${tenantIdText}::uuid`
    }
    if (Array.isArray(value) && value.length === 1) {
      if (typeof value[0] === 'string' && UUID.test(value[0])) return `array[${NEW_ID}]`
      if (isNumberOfTask(text, position)) return 'array[:number]'
    }
    const name = `${prefix}_${position}`
    variables[name] = encode(value)
    return `:${name}`
  })
}

/** The only list of 64-bit numbers any statement sends. */
function isNumberOfTask(text: string, position: string): boolean {
  return text.includes(`$${position}::bigint[]`)
}

/** A value in PostgreSQL's text format, as the driver sends it. */
function encode(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(encodeItem).join(',')}}`
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value)
  throw new Error(`no text format for ${typeof value}`)
}

function encodeItem(value: unknown): string {
  if (value === null) return 'NULL'
  return `"${encode(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

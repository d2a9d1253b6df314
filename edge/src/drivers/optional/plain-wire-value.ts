// Converts JavaScript values of drivers to JSON.
import type { WireValue } from '#edge/policy/wire-value.ts'

export function plainWireValue(value: unknown): WireValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return value.toString('base64')
  return JSON.stringify(value) ?? null
}

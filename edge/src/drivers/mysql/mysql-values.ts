// Converts values of MySQL and MariaDB to JSON.
import type { FieldPacket } from 'mysql2'
import type { WireValue } from '#edge/policy/wire-value.ts'

const TYPE = { timestamp: 7, datetime: 12, bit: 16 } as const

/** Dates, long integers and decimals are strings; the session uses UTC. */
export function wireValue(value: unknown, field: FieldPacket): WireValue {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value))
    return field.columnType === TYPE.bit ? bits(value) : value.toString('base64')
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'string') return JSON.stringify(value)
  if (field.columnType === TYPE.timestamp) return `${value.replace(' ', 'T')}Z`
  if (field.columnType === TYPE.datetime) return value.replace(' ', 'T')
  return value
}

function bits(value: Buffer): WireValue {
  return value.length <= 6
    ? value.readUIntBE(0, value.length)
    : BigInt(`0x${value.toString('hex')}`).toString()
}

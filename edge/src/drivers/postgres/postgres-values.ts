// Converts values of PostgreSQL to JSON; other types are sent as text.
import type { WireValue } from '#edge/policy/wire-value.ts'

const finite = (text: string): WireValue => {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
/** `2026-01-31 12:00:00.5+00`, as the session is set to UTC. */
const instant = (text: string): WireValue => text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z')

const byOid: Readonly<Record<number, (text: string) => WireValue>> = {
  16: (text) => text === 't',
  // bytea, as the session is set to hex
  17: (text) => Buffer.from(text.slice(2), 'hex').toString('base64'),
  21: Number,
  23: Number,
  26: Number,
  700: finite,
  701: finite,
  1114: (text) => text.replace(' ', 'T'),
  1184: instant,
}

const asText = (text: string): WireValue => text

export const postgresTypes = {
  getTypeParser: (oid: number) => byOid[oid] ?? asText,
}

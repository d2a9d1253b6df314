// Colors, which are left out where they are not wanted.

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const

export type Color = keyof typeof CODES
export type Paint = (color: Color | undefined, text: string) => string

export const withColors: Paint = (color, text) =>
  color === undefined || text === '' ? text : `\u001b[${CODES[color]}m${text}\u001b[0m`

export const withoutColors: Paint = (_, text) => text

const STATES: Readonly<Record<string, Color>> = {
  ready: 'blue',
  in_progress: 'yellow',
  working: 'yellow',
  running: 'yellow',
  pending: 'yellow',
  input_required: 'cyan',
  in_review: 'cyan',
  parked: 'cyan',
  completed: 'green',
  succeeded: 'green',
  delivered: 'green',
  active: 'green',
  connected: 'green',
  ok: 'green',
  failed: 'red',
  failing: 'red',
  auth_failed: 'red',
  expired: 'red',
  urgent: 'red',
  high: 'yellow',
  canceled: 'dim',
  paused: 'dim',
  low: 'dim',
}

/** Of a status, a state or a priority. */
export const colorOfState = (state: string): Color | undefined => STATES[state]

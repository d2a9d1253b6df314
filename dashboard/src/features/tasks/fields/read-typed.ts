// What was typed into the editor of a field, as the value that is sent. The server checks it once more.
import type { FieldType } from '@task-service/contract'

export type Typed = { value: string | number | null } | { fault: 'number' | 'url' | 'date' }

export function readTyped(type: FieldType, typed: string, locale: string): Typed {
  const text = typed.trim()
  if (text === '') return { value: null }
  if (type === 'number') return readNumber(text, locale)
  if (type === 'date') {
    return /^\d{4}-\d\d-\d\d$/.test(text) ? { value: text } : { fault: 'date' }
  }
  if (type === 'url') return readUrl(text)
  return { value: text }
}

const decimalOf = (locale: string): string => (1.5).toLocaleString(locale).charAt(1)

/** As numbers are shown: 1,234 has three decimals in German and none in English. Where only one reading fits, both separators do. */
function readNumber(text: string, locale: string): Typed {
  const [whole = '', ...decimals] = text.replaceAll(/[\s'’]/g, '').split(decimalOf(locale))
  const isGrouped = /^[+-]?[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(whole)
  const plain = [isGrouped ? whole.replaceAll(/[.,]/g, '') : whole.replace(',', '.'), ...decimals]
  const digits = plain.join('.')
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(digits)
  return isNumber && Number.isFinite(Number(digits))
    ? { value: Number(digits) }
    : { fault: 'number' }
}

/** A stored number as `readTyped` reads it. */
export const writeNumber = (value: number | string, locale: string): string =>
  String(value).replace('.', decimalOf(locale))

/** The scheme is optional, as in the address bar of a browser. */
function readUrl(text: string): Typed {
  const url = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  return isWeb && !/\s/.test(url) ? { value: url } : { fault: 'url' }
}

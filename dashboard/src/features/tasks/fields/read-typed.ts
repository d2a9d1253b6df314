// What was typed into the editor of a field, as the value that is sent. The server checks it once more.
import type { FieldType } from '@task-service/contract'

export type Typed = { value: string | number | null } | { fault: 'number' | 'url' | 'date' }

export function readTyped(type: FieldType, typed: string): Typed {
  const text = typed.trim()
  if (text === '') return { value: null }
  if (type === 'number') {
    const number = Number(text.replaceAll(/[\s\u00a0\u202f_]/g, '').replace(',', '.'))
    return Number.isFinite(number) ? { value: number } : { fault: 'number' }
  }
  if (type === 'date') {
    return /^\d{4}-\d\d-\d\d$/.test(text) ? { value: text } : { fault: 'date' }
  }
  if (type === 'url') return readUrl(text)
  return { value: text }
}

/** The scheme is optional, as in the address bar of a browser. */
function readUrl(text: string): Typed {
  const url = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  return isWeb && !/\s/.test(url) ? { value: url } : { fault: 'url' }
}

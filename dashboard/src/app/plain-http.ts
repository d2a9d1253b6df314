// Over plain HTTP, to any name but localhost, browsers hide two things the dashboard uses. Those who run it inside their
// own network still copy a link and still send a key with what must not happen twice.

function randomUuid(): `${string}-${string}-${string}-${string}-${string}` {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Version 4, variant 10 (RFC 9562 §5.4).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

async function writeText(text: string): Promise<void> {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'hidden-text'
  // Inside an open dialog, or its focus trap would take the selection away.
  const place = document.querySelector('[role="dialog"]') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (!isCopied) throw new Error('The browser does not let this page copy.')
}

/** Whatever the browser has is left as it is. */
export function fillIn(): void {
  if (window.isSecureContext) return
  if (!('randomUUID' in crypto)) Object.defineProperty(crypto, 'randomUUID', { value: randomUuid })
  if (!('clipboard' in navigator)) {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  }
}

// The card the keyboard follows when it moves to another column.
let wanted: string | undefined

export function wantFocus(id: string): void {
  wanted = id
}

export function takeWantedFocus(id: string): boolean {
  if (wanted !== id) return false
  wanted = undefined
  return true
}

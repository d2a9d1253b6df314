// A short, non-cryptographic hash: equal contents have equal fingerprints. Used as a version where the vendor has none.

const prime = 0x01000193

/** 64 bits in hex: FNV-1a over the UTF-16 units, twice with different starts. */
export function fingerprint(text: string): string {
  let low = 0x811c9dc5
  let high = 0xcbf29ce4
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, prime)
    high = Math.imul(high ^ unit ^ (low >>> 16), prime)
  }
  return [high, low].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}

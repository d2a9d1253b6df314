// SHA-256 digests of files, as SHA256SUMS, provenance statements and the release manifest have them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

export function digestOfFile(path: string): string {
  return digestOf(readFileSync(path))
}

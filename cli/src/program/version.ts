// The version of the program, from its package.json.
import { readFileSync } from 'node:fs'

/** Two folders up, in the sources and in the published package. */
const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

export const VERSION = (JSON.parse(manifest) as { version: string }).version // our own file

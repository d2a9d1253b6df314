// The program as a previous release would be: another version, and without the newest migration.
import { runSpoiled, type Spoiling } from '../../harness/processes/spoiled-program.ts'

export const PREVIOUS_VERSION = '0.0.1'

const PREVIOUS: Spoiling = {
  '/app/version.ts': [
    [
      'export const VERSION = (JSON.parse(manifest) as { version: string }).version',
      `export const VERSION = manifest ? '${PREVIOUS_VERSION}' : ''`,
    ],
  ],
  '/db/schema-version.ts': [
    ['.toSorted()\n    .map(', '.toSorted()\n    .slice(0, -1)\n    .map('],
  ],
}

if (import.meta.main) await runSpoiled(PREVIOUS)

// A folder for one test, gone when the test is over.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryRoot } from '../temporary-root.ts'

export function makeTemporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(temporaryRoot(), 'task-service-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

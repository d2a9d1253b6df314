// How far an import came, so that it continues behind the last batch that was confirmed.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Environment } from '#cli/environment.ts'
import { readJsonFile, writePrivateFile } from '#cli/profiles/write-file.ts'

export type ImportState = {
  rows: number
  created: number
  existing: number
  failed: number
  /** Of the rows so far: a file that has changed cannot be continued. */
  digest: string
  /** Of the mapping: other options would create other tasks. */
  options: string
}

export const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

export class ImportJournal {
  readonly #path: string

  constructor({ stateFolder }: Environment, url: string, file: string) {
    const name = digestOf(new URL(url).origin, file === '-' ? file : resolve(file)).slice(0, 32)
    this.#path = join(stateFolder, 'imports', `${name}.json`)
  }

  async read(): Promise<ImportState | undefined> {
    return (await readJsonFile(this.#path)) as ImportState | undefined // written below
  }

  async write(state: ImportState): Promise<void> {
    await writePrivateFile(this.#path, `${JSON.stringify(state)}\n`)
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
  }
}

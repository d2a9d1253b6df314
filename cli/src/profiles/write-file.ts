// Files of the program: readable for the user only, and replaced in one step, so that a crash leaves the old one.
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from '#cli/program/command-error.ts'

export async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.${process.pid}.tmp`
  try {
    const file = await open(aside, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, path)
  } finally {
    await rm(aside, { force: true })
  }
}

/** Undefined if there is none. */
export async function readJsonFile(path: string): Promise<Record<string, unknown> | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined
    throw new CommandError('failed', `${path} cannot be read: ${(error as Error).message}`)
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown> // checked just now
    }
  } catch {
    // Reported below, without the text, which may contain a key.
  }
  throw new CommandError('usage', `${path} is not a JSON object.`, 'Fix the file or delete it.')
}

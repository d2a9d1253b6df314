// The packages that our own integrations share: which files they are, so that a process may read these and no others.
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entryOf, readPackage } from './package-file.ts'

export type OutsidePackages = {
  /** Name to the file that an import of it loads. */
  files: Record<string, string>
  folders: string[]
}

/** What the package in this folder depends on, and what that depends on. The kit is the host's own affair. */
export function findOutsidePackages(folder: string): OutsidePackages {
  const found: OutsidePackages = { files: {}, folders: [] }
  const add = (owner: string) => {
    for (const name of Object.keys(readPackage(owner).dependencies ?? {})) {
      if (name === '@task-service/kit' || name in found.files) continue
      const path = findPackageJSON(name, pathToFileURL(owner))
      if (path === undefined) throw new Error(`the package ${name} is not installed`)
      found.files[name] = entryOf(dirname(path), readPackage(path))
      found.folders.push(dirname(path))
      add(path)
    }
  }
  add(join(folder, 'package.json'))
  return found
}

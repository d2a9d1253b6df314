// The packages shared by built-in integrations, and their files, so that a process may read only these.
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entryOf, readPackage } from './package-file.ts'

export type OutsidePackages = {
  /** Package name to the file that its import loads. */
  files: Record<string, string>
  folders: string[]
}

/** The dependencies of the package in this folder, recursively. The kit is provided by the host. */
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

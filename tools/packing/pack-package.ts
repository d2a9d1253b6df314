// Makes an npm package of a workspace in a folder that is removed afterwards: plain JavaScript, a manifest without what only
// the sources need, and the files beside them.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type Manifest = {
  private?: boolean
  bin?: Record<string, string>
  main?: string
  types?: string
  exports?: Record<string, unknown>
  imports?: Record<string, string>
  files?: string[]
  dependencies?: Record<string, string>
}

/** npm compares it with the repository that a provenance statement names. */
const REPOSITORY = 'git+https://github.com/task-service/task-service.git'

export type PackageOptions = {
  /** Folder of the sources. */
  workspace: string
  /** Where the tarball goes. */
  destination: string
  /** Writes the JavaScript. */
  build: (folder: string) => Promise<void> | void
  manifest: (ofSources: Manifest) => Manifest
  /** What stands beside the code, and where it comes from. */
  beside: Readonly<Record<string, string>>
}

/** Returns the path of the tarball. */
export async function packPackage(options: PackageOptions): Promise<string> {
  const { workspace, destination, build, manifest, beside } = options
  const folder = join(root, '.tmp', `pack-${workspace}-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  mkdirSync(destination, { recursive: true })
  try {
    await build(folder)
    const text = readFileSync(join(root, workspace, 'package.json'), 'utf8')
    const { private: _, ...ofSources } = JSON.parse(text) as Manifest // our own file
    const published = JSON.stringify(
      {
        ...manifest(ofSources),
        repository: { type: 'git', url: REPOSITORY, directory: workspace },
        // Packages of a scope are private otherwise.
        publishConfig: { access: 'public' },
      },
      null,
      2,
    )
    writeFileSync(join(folder, 'package.json'), `${published}\n`)
    for (const [name, from] of Object.entries(beside)) cpSync(join(root, from), join(folder, name))
    const args = ['pack', '--silent', `--pack-destination=${destination}`]
    const name = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim()
    return join(destination, name)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// Publishes the npm packages of a verified release, from the release workflow only. What a registry has already is left alone, so
// that an interrupted release can be repeated.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { readManifest } from './release-manifest.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Why nothing is published here; undefined in the workflow of the tag. */
export function findPublishFault(
  version: string,
  env: Environment = process.env,
): string | undefined {
  if (env['GITHUB_ACTIONS'] !== 'true') {
    return 'Releases are published by the release workflow only. Use --dry-run here, and push a tag to release.'
  }
  const { GITHUB_REF_TYPE: type, GITHUB_REF_NAME: name } = env
  if (type === 'tag' && name === `v${version}`) return undefined
  return `The tag v${version} is published by the workflow of this tag, which is running for ${type} ${name}.`
}

export function publishPackages(folder: string, log: (line: string) => void): void {
  const { packages, version } = readManifest(folder)
  for (const { name, kind, file } of packages) {
    if (kind !== 'npm') continue
    if (isPublished(`${name}@${version}`)) {
      log(`${name}@${version} is published already`)
      continue
    }
    const args = ['publish', resolve(folder, file), '--provenance', '--access=public']
    // A prerelease must not become what `npm install` installs.
    const tag = version.includes('-') ? ['--tag=next'] : []
    execFileSync('npm', [...args, ...tag], { stdio: 'inherit' })
    log(`published ${name}@${version}`)
  }
}

function isPublished(spec: string): boolean {
  try {
    return execFileSync('npm', ['view', spec, 'version'], { stdio: 'pipe' }).length > 0
  } catch {
    return false
  }
}

// A software bill of materials for each package file, in CycloneDX: npm's own for npm packages, and one of the metadata for
// Python, which has no dependencies. Equal files have equal SBOMs: no random serial number and no time of the build.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Artifact, NPM_PACKAGES, type NpmPackage } from '../artifacts.ts'
import { runOffline } from './offline.ts'
import { writeSelf } from './package-project.ts'

type Component = {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  licenses?: unknown
  hashes?: { alg: string; content: string }[]
  description?: string
}

export type Sbom = {
  bomFormat: string
  specVersion: string
  serialNumber?: string
  metadata: { timestamp: string; component: Component }
  components: Component[]
}

export type SbomFacts = { version: string; commitTime: string }

/** Writes it next to the package and returns the name of the file. */
export async function writeSbom(
  out: string,
  artifact: Omit<Artifact, 'sbom'>,
  facts: SbomFacts,
): Promise<string> {
  const source = NPM_PACKAGES.find(({ name }) => name === artifact.name)
  const sbom = source
    ? await sbomOfNpm(source, join(out, artifact.file), facts)
    : sbomOfPython(artifact, facts)
  sbom.metadata.timestamp = facts.commitTime
  sbom.metadata.component.hashes = [{ alg: 'SHA-256', content: artifact.sha256 }]
  delete sbom.serialNumber
  const file = `${artifact.file}.cdx.json`
  writeFileSync(join(out, file), `${JSON.stringify(sbom, null, 2)}\n`)
  return file
}

async function sbomOfNpm(source: NpmPackage, tarball: string, facts: SbomFacts): Promise<Sbom> {
  const folder = mkdtempSync(join(tmpdir(), 'release-sbom-'))
  try {
    writeSelf(folder, source, tarball)
    const args = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx']
    const sbom = JSON.parse(await runOffline('npm', args, { cwd: folder })) as Sbom // npm's own format
    sbom.metadata.component.type = 'library'
    // Their code is in the files of the package.
    const bundled = source.bundled.map((name) => ownComponent(`@task-service/${name}`, facts))
    return { ...sbom, components: [...sbom.components, ...bundled] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ownComponent(name: string, { version }: SbomFacts): Component {
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    description: 'Part of this package, not a dependency of it.',
    licenses: [{ license: { id: 'Apache-2.0' } }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  }
}

function sbomOfPython({ name }: Omit<Artifact, 'sbom'>, { version, commitTime }: SbomFacts): Sbom {
  const component = {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    licenses: [{ license: { id: 'Apache-2.0' } }],
    purl: `pkg:pypi/${name}@${version}`,
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { timestamp: commitTime, component },
    components: [],
  }
}

// Builds every package twice and compares the bytes: what one machine builds, another one can check.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Artifact, NPM_PACKAGES, PYTHON_PACKAGE } from '../artifacts.ts'
import { digestOfFile } from '../digest.ts'
import { runOffline } from './offline.ts'

const root = join(import.meta.dirname, '../../..')

/** Without their SBOMs, which are made of them. */
export async function buildPackages(out: string): Promise<Omit<Artifact, 'sbom'>[]> {
  const [first, second] = await Promise.all([buildOnce(), buildOnce()])
  try {
    const names = readdirSync(first).toSorted()
    const different = names.filter(
      (name) => !readFileSync(join(first, name)).equals(readFileSync(join(second, name))),
    )
    if (different.length > 0 || names.join() !== readdirSync(second).toSorted().join()) {
      throw new Error(`Two builds of the same sources differ: ${different.join(', ')}`)
    }
    mkdirSync(out, { recursive: true })
    for (const name of names) cpSync(join(first, name), join(out, name))
    return names.map((file) => describe(out, file))
  } finally {
    for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true })
  }
}

async function buildOnce(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'release-build-'))
  for (const script of [...NPM_PACKAGES.map(({ workspace }) => workspace), 'sdk-python']) {
    await runOffline('node', [join(root, `tools/pack-${script}.ts`), folder], { cwd: root })
  }
  return folder
}

function describe(out: string, file: string): Omit<Artifact, 'sbom'> {
  const facts = {
    file,
    bytes: statSync(join(out, file)).size,
    sha256: digestOfFile(join(out, file)),
  }
  if (file.endsWith('.whl')) return { name: PYTHON_PACKAGE, kind: 'wheel', ...facts }
  if (file.endsWith('.tar.gz')) return { name: PYTHON_PACKAGE, kind: 'sdist', ...facts }
  const found = NPM_PACKAGES.find(({ workspace }) => file.startsWith(`task-service-${workspace}-`))
  if (found === undefined) throw new Error(`${file} is not the file of a known package`)
  return { name: found.name, kind: 'npm', ...facts }
}

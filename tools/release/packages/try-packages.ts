// Installs each package into an empty project without a network, and uses it with a service that runs on loopback.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../../tests/harness/cluster.ts'
import { createDatabase } from '../../../tests/harness/database.ts'
import { startService } from '../../../tests/harness/service.ts'
import { type Artifact, NPM_PACKAGES } from '../artifacts.ts'
import { runOffline } from './offline.ts'
import { writeConsumer } from './package-project.ts'
import { useCli, useEdge, useKit, useSdk } from './use-npm.ts'
import { type Place, usePython } from './use-python.ts'

const uses: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  '@task-service/sdk': useSdk,
  '@task-service/cli': useCli,
  '@task-service/kit': useKit,
  '@task-service/edge': useEdge,
}

/** One fault for each package that cannot be installed or used. */
export async function tryPackages(
  out: string,
  version: string,
  artifacts: readonly Artifact[],
): Promise<string[]> {
  const cluster = await startCluster({ fsync: false, inMemory: true })
  const database = await createDatabase({ cluster })
  const service = await startService({ databaseUrl: database.url })
  const faults: string[] = []
  try {
    for (const { name, kind, file } of artifacts) {
      const folder = mkdtempSync(join(tmpdir(), 'release-try-'))
      const place = {
        folder,
        version,
        url: service.url,
        key: service.apiKey,
        databaseUrl: database.url,
      }
      try {
        if (kind === 'npm') await tryNpm(name, join(out, file), place)
        else await usePython(join(out, file), place)
      } catch (error) {
        faults.push(`${file}: ${(error as Error).message}`)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  } finally {
    await service.stop()
    await database.drop()
    await cluster.stop()
  }
  return faults
}

async function tryNpm(name: string, tarball: string, place: Place): Promise<void> {
  const source = NPM_PACKAGES.find((one) => one.name === name)
  const use = uses[name]
  if (source === undefined || use === undefined) throw new Error(`nothing uses ${name}`)
  writeConsumer(place.folder, source, tarball)
  // From the cache that `npm ci` of this repository has filled.
  await runOffline('npm', ['ci', '--omit=dev'], { cwd: place.folder })
  await use(place)
}

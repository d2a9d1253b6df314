// How the packages were built, as an in-toto statement with SLSA provenance. Here it is not signed: the release workflow lets
// GitHub sign one of its own for each file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Artifact, REPOSITORY } from './artifacts.ts'
import { digestOf } from './digest.ts'

const root = join(import.meta.dirname, '../..')
const LOCKS = [
  'package-lock.json',
  'tools/packing/python-build.txt',
  'tools/package-checks/package-lock.json',
]

export type Statement = {
  _type: string
  subject: { name: string; digest: { sha256: string } }[]
  predicateType: string
  predicate: {
    buildDefinition: {
      buildType: string
      externalParameters: { version: string }
      internalParameters: Record<string, string>
      resolvedDependencies: { uri: string; digest: Record<string, string> }[]
    }
    runDetails: { builder: { id: string } }
  }
}

export function provenanceOf(
  artifacts: readonly Artifact[],
  { version, commit }: { version: string; commit: string },
): Statement {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = process.env
  const locks = LOCKS.map((file) => ({
    uri: `${REPOSITORY}/blob/${commit}/${file}`,
    digest: { sha256: digestOf(readFileSync(join(root, file))) },
  }))
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: artifacts.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${REPOSITORY}/blob/main/docs/development/releasing.md`,
        externalParameters: { version },
        internalParameters: { node: process.version },
        resolvedDependencies: [
          { uri: `git+${REPOSITORY}@${commit}`, digest: { gitCommit: commit } },
          ...locks,
        ],
      },
      runDetails: {
        builder: {
          id:
            GITHUB_RUN_ID === undefined
              ? `${REPOSITORY}/blob/main/tools/release/release.ts`
              : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`,
        },
      },
    },
  }
}

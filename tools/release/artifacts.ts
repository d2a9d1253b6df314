// The final names of everything that a release publishes, and what each one is made of.

export type NpmPackage = {
  readonly name: string
  /** Folder of the sources, which is also the suffix of its script, such as `tools/pack-sdk.ts`. */
  readonly workspace: string
  /** Workspaces whose code is part of the package. */
  readonly bundled: readonly string[]
}

export const NPM_PACKAGES: readonly NpmPackage[] = [
  { name: '@task-service/sdk', workspace: 'sdk', bundled: [] },
  { name: '@task-service/cli', workspace: 'cli', bundled: ['sdk'] },
  { name: '@task-service/kit', workspace: 'kit', bundled: [] },
  { name: '@task-service/edge', workspace: 'edge', bundled: ['contract'] },
]

/** On PyPI: a wheel and a source distribution. */
export const PYTHON_PACKAGE = 'task-service'

export type ImageSource = { readonly name: string; readonly dockerfile: string }

export const IMAGES: readonly ImageSource[] = [
  { name: 'ghcr.io/task-service/task-service', dockerfile: 'Dockerfile' },
  { name: 'ghcr.io/task-service/edge', dockerfile: 'edge/Dockerfile' },
]

export const REPOSITORY = 'https://github.com/task-service/task-service'

export type ArtifactKind = 'npm' | 'wheel' | 'sdist'

/** A package file in the folder of the release. */
export type Artifact = {
  readonly name: string
  readonly kind: ArtifactKind
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  /** The file with its software bill of materials. */
  readonly sbom: string
}

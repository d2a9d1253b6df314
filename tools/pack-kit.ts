// `node tools/pack-kit.ts [folder]`: the kit for integrations as a package for npm, with its conformance suite.
import { join, resolve } from 'node:path'
import { compilePackage } from './packing/compile-package.ts'
import { packPackage } from './packing/pack-package.ts'

const [, , destination = join(import.meta.dirname, '../dist')] = process.argv
console.log(
  await packPackage({
    workspace: 'kit',
    destination: resolve(destination),
    build: (folder) => compilePackage('kit', folder),
    manifest: (ofSources) => ({
      ...ofSources,
      files: ['dist'],
      main: './dist/src/index.js',
      types: './dist/src/index.d.ts',
      exports: {
        '.': { types: './dist/src/index.d.ts', default: './dist/src/index.js' },
        './testing': {
          types: './dist/testing/index.d.ts',
          default: './dist/testing/index.js',
        },
        './package.json': './package.json',
      },
    }),
    beside: { 'README.md': 'kit/README.md', LICENSE: 'LICENSE' },
  }),
)

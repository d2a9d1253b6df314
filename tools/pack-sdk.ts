// `node tools/pack-sdk.ts [folder]`: the SDK as a package for npm, one JavaScript file with its declarations for each source file.
import { join, resolve } from 'node:path'
import { compilePackage } from './packing/compile-package.ts'
import { packPackage } from './packing/pack-package.ts'

const [, , destination = join(import.meta.dirname, '../dist')] = process.argv
console.log(
  await packPackage({
    workspace: 'sdk',
    destination: resolve(destination),
    build: (folder) => compilePackage('sdk', folder),
    manifest: (ofSources) => ({
      ...ofSources,
      files: ['dist'],
      // For tools that do not read `exports`.
      main: './dist/index.js',
      types: './dist/index.d.ts',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './package.json': './package.json',
      },
    }),
    beside: { 'README.md': 'sdk/README.md', LICENSE: 'LICENSE' },
  }),
)

// `npm run pack:sdk [folder]`: the SDK as a package for npm, one JavaScript file with its declarations for each source file.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packPackage } from './pack-package.ts'

const root = join(import.meta.dirname, '..')

/** Not bundled: bundlers of users leave out what they do not use, and stack traces name files. */
function compile(folder: string): void {
  const options = ['--noEmit', 'false', '--declaration', '--outDir', join(folder, 'dist')]
  const program = join(root, 'node_modules/.bin/tsc')
  execFileSync(program, ['-p', 'sdk', ...options], { cwd: root, stdio: 'inherit' })
  for (const file of globSync('dist/**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(RELATIVE, '$1.js$2'))
  }
}

/** The compiler rewrites these in JavaScript only, and in declarations not every tool resolves `.ts`. */
const RELATIVE = /((?:from |import\()['"]\.{1,2}\/[^'"]+)\.ts(['"])/g

const [, , destination = join(root, 'dist')] = process.argv
console.log(
  await packPackage({
    workspace: 'sdk',
    destination: resolve(destination),
    build: compile,
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

// Compiles a workspace to JavaScript with declarations, one file for each source file.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The compiler rewrites these in JavaScript only, and in declarations not every tool resolves `.ts`. */
const RELATIVE = /((?:from |import\()['"]\.{1,2}\/[^'"]+)\.ts(['"])/g

/** Not bundled: bundlers of users leave out what they do not use, and stack traces name files. */
export function compilePackage(workspace: string, folder: string): void {
  const options = ['--noEmit', 'false', '--declaration', '--outDir', join(folder, 'dist')]
  const program = join(root, 'node_modules/.bin/tsc')
  execFileSync(program, ['-p', workspace, ...options], { cwd: root, stdio: 'inherit' })
  for (const file of globSync('dist/**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(RELATIVE, '$1.js$2'))
  }
}

// `npm run new:integration <name>`: creates a folder with a small working integration, as a starting point.
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const template = join(import.meta.dirname, 'new-integration/template')

export function makeIntegration(name: string, parent: string): string {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
    throw new Error(
      `Invalid name "${name}": use up to 40 characters a-z, 0-9 and -, starting with a letter`,
    )
  }
  const folder = join(parent, name)
  if (existsSync(folder)) throw new Error(`${folder} already exists`)
  cpSync(template, folder, { recursive: true })
  const shown = name
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
  for (const file of globSync('**/*.{ts,md}', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(
      join(folder, file),
      text.replaceAll('Example', shown).replaceAll(/\bexample\b(?=['.-])/g, name),
    )
  }
  return folder
}

if (import.meta.main) {
  try {
    const folder = makeIntegration(
      process.argv[2] ?? '',
      join(import.meta.dirname, '../integrations'),
    )
    console.log(`Created ${folder}. Next steps: docs/guide/write-an-integration.md`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

// A copy of the packaged Redmine: the packaged one keeps database, logs and caches in one place for the whole machine.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const packaged = '/usr/share/redmine'
/** Made by the package, with the default statuses, priorities and roles in it. */
export const packagedDatabase =
  '/var/lib/dbconfig-common/sqlite3/redmine/instances/default/redmine_default'

const neededPrograms = [join(packaged, 'config.ru'), packagedDatabase, '/usr/bin/puma']

export const isRedmineInstalled = (): boolean => neededPrograms.every((file) => existsSync(file))

/** Into a folder that is not there yet. Started with `REDMINE_INSTANCE=default`. */
export function copyRedmineProgram(root: string, database: Record<string, unknown>): void {
  cpSync(packaged, root, { recursive: true, verbatimSymlinks: true })
  for (const name of ['Gemfile.lock', 'instances', 'config/database.yml']) {
    rmSync(join(root, name), { force: true })
  }
  const gems = readFileSync(join(root, 'Gemfile'), 'utf8').replaceAll(`${packaged}/`, `${root}/`)
  writeFileSync(join(root, 'Gemfile'), gems)
  writeFileSync(join(root, 'Gemfile.local'), `gem 'puma'\n`)
  const home = homeOf(root)
  for (const name of ['config', 'files', 'log', 'tmp/cache']) {
    mkdirSync(join(home, name), { recursive: true })
  }
  // YAML is a superset of JSON.
  writeFileSync(join(home, 'config/database.yml'), JSON.stringify({ production: database }))
  writeFileSync(join(home, 'config/secret_key.txt'), '0123456789abcdef'.repeat(4))
}

/** Where a copy keeps what it writes. */
export const homeOf = (root: string): string => join(root, 'instances/default')

// An integration as a third party ships it: a folder with plain JavaScript and a package.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type PackedPlugin = {
  id: string
  version?: string
  apiVersion?: number
  /** The body of `testConnection`, where `ctx` is known; it gives a text. */
  test?: string
}

/** The folder it was written to. */
export function packPlugin(
  parent: string,
  { id, version = '1.0.0', ...more }: PackedPlugin,
): string {
  const folder = join(parent, id)
  mkdirSync(join(folder, 'node_modules', 'inner'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write(
    'package.json',
    JSON.stringify({ name: id, version, type: 'module', exports: './plugin.js' }),
  )
  write('node_modules/inner/package.json', JSON.stringify({ name: 'inner', main: 'inner.js' }))
  write('node_modules/inner/inner.js', "exports.word = 'inner'\n")
  write('private.txt', `private of ${id}\n`)
  write('plugin.js', sourceOf(id, version, more))
  return folder
}

const sourceOf = (
  id: string,
  version: string,
  { apiVersion = 1, test = "return 'fine'" }: Omit<PackedPlugin, 'id' | 'version'>,
): string => `
import { Failure } from '@task-service/kit'
import inner from 'inner'
const manifest = {
  id: '${id}', version: '${version}', displayName: '${id}', category: 'other', summary: inner.word,
  config: [], secrets: [{ name: 'token', label: 'Token', required: true }],
  capabilities: {
    pull: 'full', deletes: 'none', comments: 'none', create: false, idempotentCreate: 'none',
    optimisticLock: false, webhooks: 'none', textFormat: 'plain', cursorResolutionMs: 1, overlapMs: 0,
  },
  fields: {}, rateLimit: { concurrency: 1 }, evidence: 'untested live', pollSeconds: 60,
}
const attempt = async (ctx) => { ${test} }
export const plugin = {
  apiVersion: ${apiVersion},
  describe: () => manifest,
  hosts: () => ['a.example'],
  testConnection: async (ctx) => ({
    self: { id: '1', name: String(await attempt(ctx)) }, missingScopes: [], warnings: [],
  }),
  discover: async () => [],
  pull: async function* () { throw new Failure('invalid', 'nothing to pull') },
  fetchOne: async () => ({ gone: true, why: '' }),
  push: async () => ({ ok: false, reason: 'gone', why: '' }),
}
`

// The structural half: what an integration says about itself, checked without a server.
import assert from 'node:assert/strict'
import { type Manifest, PLUGIN_API, type Plugin } from '@task-service/kit'
import type { ConfigValues } from '../backend.ts'

type StructureCase = { name: string; run: (plugin: Plugin, config: ConfigValues) => void }

const word = /^[a-z][a-z0-9_]*$/
const taskFields = ['title', 'description', 'status', 'priority', 'assignee', 'labels', 'due_at']
const functions = ['hosts', 'testConnection', 'discover', 'pull', 'fetchOne', 'push'] as const

export const structure: StructureCase[] = [
  {
    name: 'is of this version of the interface and has every function it claims',
    run(plugin) {
      assert.equal(plugin.apiVersion, PLUGIN_API)
      for (const name of functions) assert.equal(typeof plugin[name], 'function', name)
      const { idempotentCreate, webhooks } = plugin.describe().capabilities
      assert.equal(plugin.findByMarker !== undefined, idempotentCreate === 'marker', 'findByMarker')
      assert.equal(plugin.webhook !== undefined, webhooks !== 'none', 'webhook')
      assert.equal(plugin.webhook?.register !== undefined, webhooks === 'automatic', 'register')
    },
  },
  {
    name: 'is the same every time, and cannot be changed by the caller',
    run(plugin) {
      const first = plugin.describe()
      const copy = structuredClone(first)
      first.displayName = 'changed'
      first.capabilities.create = !first.capabilities.create
      first.config.pop()
      assert.deepEqual(plugin.describe(), copy)
    },
  },
  {
    name: 'is data that survives a process border',
    run(plugin) {
      const manifest = plugin.describe()
      assert.deepEqual(JSON.parse(JSON.stringify(manifest)), manifest)
    },
  },
  {
    name: 'has names and labels for everything people enter, each once',
    run: (plugin) => checkNames(plugin.describe()),
  },
  {
    name: 'asks for no secret among what is stored in the open',
    run(plugin) {
      for (const { name, label } of plugin.describe().config) {
        assert.doesNotMatch(`${name} ${label}`, /password|secret|token|api.?key/i)
      }
    },
  },
  { name: 'claims what fits together', run: (plugin) => checkClaims(plugin.describe()) },
  {
    name: 'declares hosts as plain names, the same for the same configuration',
    run(plugin, config) {
      const hosts = plugin.hosts(config)
      const { edge } = plugin.describe().capabilities
      assert.equal(hosts.length === 0, edge === true, 'none through connectors, otherwise some')
      for (const host of hosts) assert.match(host, /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d+)?$/)
      assert.deepEqual(plugin.hosts(structuredClone(config)), hosts)
    },
  },
  {
    name: 'takes the example configuration as complete',
    run(plugin, config) {
      for (const { name, required, choices } of plugin.describe().config) {
        const value = config[name]
        if (required) assert.notEqual(value, undefined, name)
        const isKnown = choices?.some((choice) => choice.value === value) ?? true
        assert.ok(value === undefined || isKnown, name)
      }
    },
  },
]

function checkNames(manifest: Manifest): void {
  assert.match(manifest.id, /^[a-z][a-z0-9-]*$/)
  assert.match(manifest.version, /^\d+\.\d+\.\d+/)
  assert.ok(manifest.displayName !== '' && manifest.summary.endsWith('.'), 'names for people')
  const entries = [...manifest.config, ...manifest.secrets]
  const names = entries.map(({ name }) => name)
  for (const name of names) assert.match(name, word)
  assert.equal(new Set(names).size, names.length, 'each name once')
  for (const { label, name } of entries) assert.notEqual(label, '', name)
  for (const field of manifest.config.filter(({ kind }) => kind === 'choice')) {
    assert.ok(field.choices?.length || field.discover, `choices of ${field.name}`)
  }
}

function checkClaims({ capabilities, config, fields, rateLimit, pollSeconds }: Manifest): void {
  const hasConnector = config.some(({ kind }) => kind === 'connector')
  assert.equal(hasConnector, capabilities.edge === true, 'people enter the connector that is asked')
  for (const field of Object.keys(fields)) assert.ok(taskFields.includes(field), field)
  assert.notEqual(fields.title?.access ?? 'none', 'none', 'a task has a title')
  assert.notEqual(fields.status?.access ?? 'none', 'none', 'a task has a status')
  if (capabilities.create) assert.equal(fields.title?.access, 'readwrite', 'create needs a title')
  if (!capabilities.create) assert.equal(capabilities.idempotentCreate, 'none')
  for (const support of Object.values(fields)) assert.notEqual(support.remote, '')
  assert.ok(capabilities.overlapMs >= capabilities.cursorResolutionMs, 'overlap')
  assert.ok(rateLimit.concurrency >= 1 && Number.isInteger(rateLimit.concurrency), 'concurrency')
  assert.ok(pollSeconds >= 10, 'pollSeconds')
}

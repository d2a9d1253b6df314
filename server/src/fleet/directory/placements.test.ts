// Claims of slugs: one cell gets a slug, whatever happens at the same time, and every change of the maps has a revision.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type EmptyDatabase, emptyDatabase } from '../../../../tests/harness/database.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { addCell, changeCell, getCell, removeCell, reportCell } from './cells.ts'
import { DirectoryRefused } from './directory-refused.ts'
import { migrateDirectory } from './migrate-directory.ts'
import { type Directory, readRevision, withDirectory } from './open-directory.ts'
import {
  claimSlug,
  confirmClaim,
  findPlacement,
  type HostEntry,
  listChanges,
  releaseSlug,
  walkHosts,
} from './placements.ts'

let database: EmptyDatabase
const open = <T>(work: (directory: Directory) => Promise<T>) => withDirectory(database.url, work)

const claimOf = (slug: string, cell = 'eu-1') => ({ slug, tenantId: uuidv7(), cell })

async function place(directory: Directory, slug: string, cell = 'eu-1'): Promise<void> {
  const claim = claimOf(slug, cell)
  await claimSlug(directory, claim)
  assert.equal(await confirmClaim(directory, claim), true)
}

const isRefused = (pattern: RegExp) => (error: unknown) =>
  error instanceof DirectoryRefused && pattern.test(error.message)

before(async () => {
  database = await emptyDatabase()
  const runs = await Promise.all([1, 2, 3].map(() => migrateDirectory(database.url)))
  assert.equal(runs.filter(({ applied }) => applied.length > 0).length, 1)
  await open(async (directory) => {
    await addCell(directory, 'eu-1', { backends: ['10.0.0.1:8001'] })
    await addCell(directory, 'eu-2', { backends: ['[::1]:8001', 'cell.example.com:80'] })
  })
})

after(() => database.drop())

test('of many cells that claim a slug at once, one gets it', async () => {
  const claims = Array.from({ length: 8 }, (_, index) => claimOf('wanted', `eu-${1 + (index % 2)}`))
  const outcomes = await Promise.allSettled(
    claims.map((claim) => open((directory) => claimSlug(directory, claim))),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.ok(isRefused(/was claimed by cell/)(outcome.reason))
  }
})

async function changesSince(directory: Directory, revision: string) {
  const changes = await listChanges(directory, revision, 10)
  for (const change of changes) assert.ok(BigInt(change.revision) > BigInt(revision))
  return changes.map(({ slug, cell }) => ({ slug, cell }))
}

test('a claim changes no map; its confirmation and the release of the slug do', async () => {
  await open(async (directory) => {
    const known = await readRevision(directory)
    const claim = claimOf('acme')
    await claimSlug(directory, claim)
    assert.equal(await readRevision(directory), known)
    assert.deepEqual(await changesSince(directory, known), [])
    await confirmClaim(directory, claim)
    assert.deepEqual(await changesSince(directory, known), [{ slug: 'acme', cell: 'eu-1' }])
    await assert.rejects(claimSlug(directory, claimOf('acme', 'eu-2')), isRefused(/cell "eu-1"/))
    assert.equal(await releaseSlug(directory, claim, ['claimed']), false)
    assert.equal(await releaseSlug(directory, { ...claim, cell: 'eu-2' }, ['active']), false)
    assert.equal(await releaseSlug(directory, claim, ['active']), true)
    assert.deepEqual(await changesSince(directory, known), [{ slug: 'acme', cell: null }])
  })
})

test('a slug that is claimed again after its release is still removed from older maps', async () => {
  await open(async (directory) => {
    await place(directory, 'again')
    const known = await readRevision(directory)
    await releaseSlug(directory, { slug: 'again', cell: 'eu-1' }, ['active'])
    const claim = claimOf('again', 'eu-2')
    await claimSlug(directory, claim)
    assert.deepEqual(await changesSince(directory, known), [{ slug: 'again', cell: null }])
    await confirmClaim(directory, claim)
    assert.deepEqual(await changesSince(directory, known), [{ slug: 'again', cell: 'eu-2' }])
  })
})

test('the default tenant and names that are no host are refused by the directory itself', async () => {
  await open(async (directory) => {
    for (const slug of ['default', 'Upper', 'a.b', 'a b', '-a', 'a\n', '']) {
      await assert.rejects(claimSlug(directory, claimOf(slug)), isRefused(/not a valid tenant ID/))
    }
  })
})

test('a reader of a revision sees all changes up to it', async () => {
  const writers = Array.from({ length: 6 }, (_, writer) =>
    open(async (directory) => {
      for (let each = 0; each < 10; each++) await place(directory, `w${writer}-${each}`)
    }),
  )
  let known = '0'
  const seen = new Set<string>()
  const readers = open(async (directory) => {
    for (let round = 0; round < 200; round++) {
      await directory.snapshot(async () => {
        const to = await readRevision(directory)
        for (const { slug } of await listChanges(directory, known, 1_000)) seen.add(slug)
        known = to
      })
    }
  })
  await Promise.all([...writers, readers])
  await open(async (directory) => {
    for (const { slug } of await listChanges(directory, known, 1_000)) seen.add(slug)
    assert.equal([...seen].filter((slug) => /^w\d-\d$/.test(slug)).length, 60)
  })
})

test('pages of hosts have each host once, in both orders', async () => {
  await open(async (directory) => {
    for (const order of ['slug', 'cell'] as const) {
      const hosts: HostEntry[] = []
      await directory.snapshot(async () => {
        for await (const page of walkHosts(directory, order, 7)) hosts.push(...page)
      })
      const names = hosts.map(({ slug }) => slug)
      assert.equal(new Set(names).size, names.length)
      assert.equal(names.includes('again'), true)
      const keys = hosts.map(({ slug, cell }) => (order === 'slug' ? slug : `${cell} ${slug}`))
      assert.deepEqual(keys, keys.toSorted())
    }
  })
})

test('a draining cell accepts no new tenants, and a cell with tenants is neither closed nor removed', async () => {
  await open(async (directory) => {
    await changeCell(directory, 'eu-2', { status: 'draining' })
    await assert.rejects(claimSlug(directory, claimOf('late', 'eu-2')), isRefused(/is draining/))
    assert.equal(await findPlacement(directory, 'late'), undefined)
    await assert.rejects(changeCell(directory, 'eu-2', { status: 'closed' }), isRefused(/tenants/))
    await assert.rejects(removeCell(directory, 'eu-2'), isRefused(/cannot be removed/))
    await assert.rejects(claimSlug(directory, claimOf('late', 'eu-9')), isRefused(/does not exist/))
    await addCell(directory, 'eu-3', { backends: ['10.0.0.3:1'], note: 'empty' })
    await removeCell(directory, 'eu-3')
    await assert.rejects(getCell(directory, 'eu-3'), isRefused(/does not exist/))
  })
})

test('addresses that would change the configuration of a proxy are refused', async () => {
  await open(async (directory) => {
    for (const backend of ['10.0.0.1', 'a:0', 'a:65536', 'a b:1', 'a:1\n  server x', 'a;:1', '']) {
      await assert.rejects(
        changeCell(directory, 'eu-1', { backends: [backend] }),
        isRefused(/host:port/),
      )
    }
  })
})

test('cells with different identities are no fleet', async () => {
  await open(async (directory) => {
    const facts = { version: '1.0.0', schemaLevel: 50, instanceId: uuidv7() }
    await reportCell(directory, 'eu-1', facts)
    await reportCell(directory, 'eu-1', { ...facts, schemaLevel: 51 })
    assert.equal((await getCell(directory, 'eu-1')).schema_level, 51)
    await assert.rejects(
      reportCell(directory, 'eu-2', { ...facts, instanceId: uuidv7() }),
      isRefused(/migrate --join/),
    )
  })
})

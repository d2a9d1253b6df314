// Verifies the database catalog on the oldest and newest PostgreSQL, and that each rule detects a planted fault.
import { Client } from 'pg'
import { type CatalogFinding, lintCatalog } from '../../server/src/db/lint/catalog-lint.ts'
import { type CatalogRuleName, catalogRules } from '../../server/src/db/lint/catalog-rules.ts'
import type { Reader } from '../../server/src/db/reader.ts'
import { fillRoleNames } from '../../server/src/db/roles.ts'
import { listMigrations } from '../../server/src/db/schema-version.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, emptyDatabase } from '../../tests/harness/database.ts'
import { none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { catalogPlants, type Plant } from './catalog-plants.ts'

const VERSIONS = [15, 18]
const ROLE_PREFIX = 'task_service'

type Tally = { findings: number; planted: number; unseen: string[] }

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 40,
  report: 'foundation',
  covers: ['server/src/db'],
  claim:
    'the database catalog has no table, index, key, view, grant or function that weakens tenant isolation',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const tallies: Tally[] = []
    for (const version of VERSIONS) {
      const cluster = await startCluster({ version, fsync: false, inMemory: true })
      try {
        tallies.push(await examine(cluster, options))
      } finally {
        await cluster.stop()
      }
    }
    return judge(tallies)
  },
}

async function examine(cluster: Cluster, { control, log }: ProofOptions): Promise<Tally> {
  if (control) await makeRoles(cluster)
  const database = control ? await withoutIsolation(cluster) : await createDatabase({ cluster })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const findings = await lintCatalog(readerOf(client), ROLE_PREFIX)
  await client.end()
  log(`PostgreSQL ${cluster.version}: ${findings.length} findings`)
  for (const finding of findings.slice(0, 10)) log(`  ${describe(finding)}`)
  if (control) return { findings: findings.length, planted: 0, unseen: [] }
  const tally = await plantAll(database.superuserUrl)
  log(
    `PostgreSQL ${cluster.version}: ${tally.planted} planted faults, ${tally.unseen.length} unseen`,
  )
  for (const fault of tally.unseen) log(`  unseen: ${fault}`)
  return { findings: findings.length, ...tally }
}

function judge(tallies: readonly Tally[]): Verdict {
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((total, t) => total + pick(t), 0)
  const findings = sum((tally) => tally.findings)
  const unseen = sum((tally) => tally.unseen.length)
  const figures = [
    `${Object.keys(catalogRules).length} rules on PostgreSQL ${VERSIONS.join(' and ')}`,
    `${findings} findings`,
    `${sum((tally) => tally.planted)} planted faults`,
    `${unseen} undetected`,
  ]
  const criteria = [none('catalog findings', findings), none('planted faults not detected', unseen)]
  return { figures: figures.join(', '), criteria }
}

async function plantAll(superuserUrl: string): Promise<{ planted: number; unseen: string[] }> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  const unseen: string[] = []
  let planted = 0
  try {
    for (const rule of Object.keys(catalogRules) as CatalogRuleName[]) {
      const plants = catalogPlants[rule] ?? []
      if (plants.length === 0) unseen.push(`${rule} has no planted fault`)
      for (const plant of plants) {
        planted++
        if (!(await isSeen(client, rule, plant))) unseen.push(`${rule}: ${plant.statement}`)
      }
    }
  } finally {
    await client.end()
  }
  return { planted, unseen }
}

async function isSeen(client: Client, rule: CatalogRuleName, plant: Plant): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(plant.statement)
    const findings = await lintCatalog(readerOf(client), ROLE_PREFIX)
    return findings.some((found) => found.rule === rule && found.object.startsWith(plant.names))
  } finally {
    await client.query('rollback')
  }
}

function readerOf(client: Client): Reader {
  return {
    async rows<Row>(statement: { text: string; values: unknown[] }): Promise<Row[]> {
      return (await client.query(statement.text, statement.values)).rows as Row[] // the caller names the row type
    },
  }
}

function describe({ rule, object, detail }: CatalogFinding): string {
  return `${rule}: ${object} ${detail}`
}

/** A database migrated in the usual way leaves its roles behind in the cluster. */
async function makeRoles(cluster: Cluster): Promise<void> {
  await (await createDatabase({ cluster })).drop()
}

/** The same migrations with an isolate_tenant that does nothing: what the linter is there to notice. */
async function withoutIsolation(cluster: Cluster) {
  const database = await emptyDatabase({ cluster })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('create table schema_migrations (version integer primary key)')
    for (const { text } of listMigrations()) {
      const neutral = text.replace(
        /(create function isolate_tenant[\s\S]*?\nbegin\n)[\s\S]*?(\nend\n\$\$)/,
        '$1  null;$2',
      )
      await client.query(fillRoleNames(neutral, ROLE_PREFIX))
    }
  } finally {
    await client.end()
  }
  return database
}

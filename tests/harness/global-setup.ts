// Runs once before and after all test files: one PostgreSQL for the whole run, passed by environment.
import { type Cluster, startCluster } from './cluster.ts'
import { findDeployment } from './deployment.ts'
import { ensureTemplate } from './template-database.ts'

let cluster: Cluster | undefined

/** The runner starts each test file with the environment as it stands after this function. */
export async function globalSetup(): Promise<void> {
  // A deployment has its own.
  if (findDeployment()) return
  const version = process.env['TEST_PG_VERSION']
  if (!process.env['TEST_DATABASE_URL']) {
    cluster = await startCluster({
      version: version ? Number(version) : 'any',
      fsync: false,
      inMemory: true,
    })
    process.env['TEST_DATABASE_URL'] = cluster.superuserUrl
  }
  try {
    await ensureTemplate(process.env['TEST_DATABASE_URL'])
  } catch (error) {
    // Tests without a database still run; the others will fail with this error.
    console.error('the template database cannot be built:', error)
  }
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop()
}

// `check`: validates the policy file, without network or database.
import { announcedFaces } from '#edge/policy/announced-faces.ts'
import { loadPolicy, policyDigest } from '#edge/policy/load-policy.ts'
import type { Settings } from '#edge/settings/settings.ts'
import type { Output } from './output.ts'

export async function checkCommand(output: Output, { policyFile }: Settings): Promise<void> {
  const policy = loadPolicy(policyFile)
  const digest = policyDigest(policy)
  const { notices } = policy
  const databases = [...policy.databases.values()].map(({ name, engine, statements, ledger }) => ({
    name,
    engine,
    reads: [...statements.values()].filter(({ kind }) => kind === 'read').map((one) => one.name),
    writes: [...statements.values()].filter(({ kind }) => kind === 'write').map((one) => one.name),
    ledger: ledger ?? null,
  }))
  const lines = databases.flatMap(({ name, engine, reads, writes, ledger }) => [
    `${name} (${engine})`,
    `  reads: ${reads.join(', ') || 'none'}`,
    `  writes: ${writes.join(', ') || 'none'}`,
    `  ledger: ${ledger ?? 'none'}`,
  ])
  const count = announcedFaces(policy).length
  output.result({ digest, databases, notices }, [
    `${policyFile} is valid: ${count} statements.`,
    ...lines,
    ...notices.map((notice) => `WARN ${notice}`),
  ])
}

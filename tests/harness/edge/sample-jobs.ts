// Jobs and results as the journal of a connector keeps them.
import type { EdgeJobOrder } from '@task-service/contract'
import type { ResultHead } from '../../../edge/src/journal/journal.ts'

export const sampleOrder = (n: number, attempt = 1): EdgeJobOrder => ({
  job: `job_${String(n).padStart(32, '0')}`,
  attempt,
  database: 'warehouse',
  statement: 'x',
  params: {},
  expires_at: '2026-01-01T00:00:00Z',
})

export const SAMPLE_HEAD: ResultHead = {
  outcome: 'done',
  columns: ['id'],
  row_count: 1,
  truncated: false,
  byte_count: 5,
  sha256: 'a'.repeat(64),
  duration_ms: 1,
}

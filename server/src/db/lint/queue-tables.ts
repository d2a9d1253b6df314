// The tables of the job queue, created by pg-boss.

/** The last is the partition of the queue `deliver`; pg-boss names it by a digest. */
export const queueTables = [
  'version',
  'queue',
  'schedule',
  'subscription',
  'bam',
  'job',
  'job_common',
  'warning',
  'queue_stats',
  'job_dependency',
  'j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5',
]

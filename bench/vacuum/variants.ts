// The storage settings that are compared: for tasks that change, and for the index of words while tasks arrive.

export type Variant = { name: string; statements: string[] }

export const changeVariants: Variant[] = [
  ...[0.2, 0.05, 0.02].map((factor) => ({
    name: `scale factor ${factor}${factor === 0.2 ? ' (default)' : ''}`,
    statements: [`alter table tasks set (autovacuum_vacuum_scale_factor = ${factor})`],
  })),
  {
    name: 'scale factor 0.02, fillfactor 85',
    statements: [
      'alter table tasks set (autovacuum_vacuum_scale_factor = 0.02, fillfactor = 85)',
      'vacuum (full, analyze) tasks',
    ],
  },
]

export const arrivalVariants: Variant[] = [
  {
    name: 'waiting list up to 4 MB (default)',
    statements: ['alter index tasks_search reset (gin_pending_list_limit, fastupdate)'],
  },
  ...[1024, 256, 64].map((limit) => ({
    name: `waiting list up to ${limit} kB`,
    statements: [`alter index tasks_search set (gin_pending_list_limit = ${limit})`],
  })),
  {
    name: 'no waiting list',
    statements: ['alter index tasks_search set (fastupdate = off)'],
  },
]

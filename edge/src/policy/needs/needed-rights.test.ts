// Which tables a statement needs, with names that are a table in one place and a common table expression in another.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { neededBy } from './needed-rights.ts'

/** What is read, sorted. */
const cases: [string, string[]][] = [
  ['with claims as (select * from claims) select * from claims', ['claims']],
  [
    'select * from secret where exists (with secret as (select 1 as a) select 1 from secret)',
    ['secret'],
  ],
  ['with x as (select * from claims) select * from x join other on 1 = 1', ['claims', 'other']],
  ['with a as (select * from b), b as (select 1 as n) select * from a, b', ['b']],
  ['with a as (select 1 as n), b as (select * from a) select * from b', []],
  ['with recursive r as (select 1 as n union all select n + 1 from r) select * from r', []],
  ['select * from shop.x where exists (with x as (select 1 as id) select id from x)', ['shop.x']],
  ['update claims set a = 1 where id in (with x as (select 1 as id) select id from x)', ['claims']],
]

for (const engine of ['postgres', 'mysql'] as const) {
  describe(`tables that a statement reads on ${engine}`, () => {
    for (const [sql, tables] of cases) {
      test(sql, async () => {
        const needs = (await neededBy(sql, engine)) ?? []
        const read = needs.filter(({ right }) => right === 'select').map(({ table }) => table)
        assert.deepEqual([...new Set(read)].toSorted(), tables)
      })
    }
  })
}

// How a search becomes SQL: terms are parameters, and the indexes are used although row-level security forbids it elsewhere.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { join, type Sql, sql } from '#db/sql.ts'
import { testApi } from '../../../../../tests/harness/test-api.ts'
import { matchOf, sourceOf } from './search.ts'
import { parseSearch } from './search-terms.ts'

const tenantId = '019301a2-b3c4-7d5e-8f90-000000000000'

async function source(text: string): Promise<Sql> {
  const { db } = await testApi()
  return db.tenantRead(tenantId, async (tx) => sourceOf(tx, parseSearch(text)))
}

describe('the source of a search', () => {
  test('has the terms as parameters and the tenant filter inside', async () => {
    const hostile = `'; drop table tasks; --`
    const found = await source(`"${hostile}"`)
    assert.doesNotMatch(found.text, /drop/)
    assert.match(found.text, /t\.tenant_id = \$/)
    assert.ok(found.values.includes(hostile) && found.values.includes(tenantId))
    assert.doesNotMatch(matchOf(parseSearch(`"${hostile}"`)).text, /drop/)
  })

  test('is every task where an alternative only excludes', async () => {
    assert.equal((await source('-red')).text, 'tasks t')
    assert.equal((await source('paint or -red')).text, 'tasks t')
  })

  test('looks up each task by its key and nothing else, whatever else is asked for', async () => {
    const from = await source('word')
    const { db } = await testApi()
    const rows = await db.tenantTx(tenantId, async (tx) => {
      // The table is empty, and reading nothing from end to end is cheapest.
      await tx.rows(sql`set local enable_seqscan = off`)
      return tx.rows<{ 'QUERY PLAN': string }>(sql`
        explain select t.id from ${from} where (t.updated_at, t.id) > (now(), ${tenantId}::uuid)
        order by t.updated_at, t.id`)
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index Cond: \(\(tenant_id = .+ AND \(id = /)
    assert.doesNotMatch(plan, /Join Filter|Hash/)
  })
})

/** Texts and terms as `fold_text`, `search_pattern` and `search_words` see them, without a row. */
async function compare(pairs: readonly [text: string, term: string][]): Promise<boolean[]> {
  const { db } = await testApi()
  const tests = pairs.map(
    ([text, term]) =>
      sql`(task_text(null, json_build_object('title', ${text}::text, 'labels', json_build_array(), 'fields', null))
        like search_pattern(${term}))`,
  )
  const rows = await db.tenantTx(tenantId, (tx) =>
    tx.rows<{ found: boolean[] }>(sql`select array[${join(tests)}] as found`),
  )
  return rows[0]?.found ?? []
}

describe('the text of a task', () => {
  test('is compared without case and accents', async () => {
    const equal: [string, string][] = [
      ['Bäume', 'baume'],
      ['BÄUME', 'bäume'],
      ['Baume', 'bäume'],
      ['Straße', 'strasse'],
      ['STRASSE', 'straße'],
      ['Łódź', 'lodz'],
      ['smørrebrød', 'smorrebrod'],
      ['œuvre', 'oeuvre'],
      ['ﬁnance', 'finance'],
      ['e\u0301te\u0301', 'été'],
    ]
    assert.deepEqual(
      await compare(equal),
      equal.map(() => true),
    )
  })

  test('is searched inside of words, and for the first two characters at their beginning', async () => {
    const pairs: [string, string, boolean][] = [
      ['Pflanzplan', 'plan', true],
      ['invoice-4711', '4711', true],
      ['invoice-4711', 'ce-47', true],
      ['100% done_now', '100%', true],
      ['1000 done now', '100%', false],
      ['done now', 'e_n', false],
      ['back\\slash', 'k\\s', true],
      ['Plan', 'pl', true],
      ['the plan', 'p', true],
      ['the plan', 'la', false],
    ]
    const found = await compare(pairs.map(([text, term]) => [text, term]))
    assert.deepEqual(
      found,
      pairs.map(([, , isFound]) => isFound),
    )
  })

  test('has a space for each U+0000, which text cannot contain', async () => {
    const { db } = await testApi()
    const doc = JSON.stringify({
      title: 'Plan',
      labels: [],
      fields: { note: 'a\u0000\u0000b\\u0000c\\\u0000d' },
    })
    const rows = await db.tenantTx(tenantId, (tx) =>
      tx.rows<{ found: string }>(sql`select task_text(null, ${doc}::json) as found`),
    )
    assert.match(rows[0]?.found ?? '', /a {2}b\\\\u0000c\\\\ d/)
  })
})

// Where `:name` is a parameter and where it is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindText, UnreadableSql } from './placeholders.ts'

test('PostgreSQL: quotes, comments, dollar quotes and casts are left alone', () => {
  const sql = `select ':a', ":b", $x$ :c $x$, E'\\':d', x::text, :id -- :e
    /* :f /* :g */ :h */ from t where a = :id and b = :name`
  const { text, order } = bindText(sql, 'postgres')
  assert.deepEqual(order, ['id', 'name'])
  assert.match(text, /x::text, \$1 -- :e/)
  assert.match(text, /a = \$1 and b = \$2$/)
})

test('MySQL: each place is one of its own', () => {
  const { text, order } = bindText(
    'select \':a\', "\\":b", `:c`, :id # :d\n from t where a = :id',
    'mysql',
  )
  assert.deepEqual(order, ['id', 'id'])
  assert.match(text, /`:c`, \? # :d\n from t where a = \?$/)
})

test('SQL Server and Oracle have placeholders of their own', () => {
  assert.equal(bindText('select [:a], :b', 'sqlserver').text, 'select [:a], @p1')
  assert.equal(bindText("select ':a', :b, :b", 'oracle').text, "select ':a', :1, :1")
})

test('SQL that cannot be parsed is refused', () => {
  assert.throws(() => bindText("select 'a", 'postgres'), UnreadableSql)
  assert.throws(() => bindText('select /* a', 'mysql'), UnreadableSql)
  assert.throws(() => bindText('select $1', 'postgres'), UnreadableSql)
  assert.throws(() => bindText('select ?', 'mysql'), UnreadableSql)
})

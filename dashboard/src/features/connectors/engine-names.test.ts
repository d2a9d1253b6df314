// Engines are written as their makers write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineName } from './engine-names.ts'

test('an engine has the name its maker gave it, with its version', () => {
  assert.equal(engineName('postgres'), 'PostgreSQL')
  assert.equal(engineName('mariadb 11.4'), 'MariaDB 11.4')
  assert.equal(engineName('PostgreSQL 16'), 'PostgreSQL 16')
  assert.equal(engineName('duckdb 1.2'), 'duckdb 1.2')
})

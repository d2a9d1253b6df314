// Writes to tables without transactions, on a real MariaDB: rejected, or reported if that was not visible before the write.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Laboratory } from '../../../../tests/harness/edge/laboratory.ts'
import { hasMariadb } from '../../../../tests/harness/edge/mariadb.ts'
import { startMariadbLaboratory } from '../../../../tests/harness/edge/mariadb-laboratory.ts'
import type { BoundStatement, Driver } from '../driver.ts'
import { createMysqlDriver, type MysqlOptions } from './mysql-driver.ts'

const RULES = { timeoutMs: 5_000, expectRows: 1 }
const all = (table: string): BoundStatement => ({ text: `update ${table} set x = 9`, values: [] })
const one = (table: string): BoundStatement => ({
  text: `update ${table} set x = x + 1 where id = ?`,
  values: [1],
})

const SCHEMA = (engine: string) => `
  create or replace table old (id integer primary key, x integer) engine = ${engine};
  insert into old values (1, 1), (2, 2);
  create or replace view old_view as select id, x from old;
  grant select, insert, update, delete on old to writer@'%';
  grant select, update on old_view to writer@'%'`

describe('tables without transactions', { skip: !hasMariadb() }, () => {
  let lab: Laboratory
  const drivers: Driver[] = []
  const open = (options?: MysqlOptions): Driver => {
    const driver = createMysqlDriver({ url: lab.writerUrl }, options)
    drivers.push(driver)
    return driver
  }
  const rows = () => lab.query('select x from shop.old order by id')
  before(async () => {
    lab = await startMariadbLaboratory()
  })
  after(async () => {
    for (const driver of drivers) await driver.close()
    await lab.stop()
  })

  for (const engine of ['MyISAM', 'Aria', 'MEMORY']) {
    test(`nothing is written to ${engine}, also where the number of rows would be right`, async () => {
      await lab.query(SCHEMA(engine))
      const driver = open()
      for (const statement of [one('old'), all('old'), one('shop.old')]) {
        await assert.rejects(driver.write(statement, RULES), { fault: 'no_undo' })
      }
      assert.deepEqual(await rows(), [[1], [2]])
      assert.deepEqual(await driver.tablesWithoutUndo?.(one('old').text), [
        { table: 'old', engine },
      ])
      const mixed = 'update claims c join old o on o.id = c.id set c.note = o.x, o.x = 0'
      assert.equal((await driver.tablesWithoutUndo?.(mixed))?.length, 1)
    })
  }

  test('a table that is converted is written to immediately', async () => {
    await lab.query(SCHEMA('MyISAM'))
    const driver = open()
    await assert.rejects(driver.write(one('old'), RULES), { fault: 'no_undo' })
    await lab.query('alter table old engine=InnoDB')
    assert.equal((await driver.write(one('old'), RULES)).kind, 'done')
    assert.equal((await driver.write(all('old'), RULES)).kind, 'row_count')
    assert.deepEqual(await rows(), [[2], [2]])
  })

  test('a table that is only read may be of any engine', async () => {
    await lab.query(SCHEMA('MyISAM'))
    const text = 'update claims set note = (select max(x) from old) where id = ?'
    assert.equal((await open().write({ text, values: [3] }, RULES)).kind, 'done')
  })

  test('a ledger that would keep entries of writes that were undone is refused', async () => {
    await lab.query('alter table task_edge_ledger engine=MyISAM')
    const ledger = { table: 'task_edge_ledger', job: 'job_undo' }
    const text = 'update claims set note = 1 where id = ?'
    const write = open().write({ text, values: [4] }, { ...RULES, ledger })
    await assert.rejects(write, { fault: 'no_undo' })
    assert.deepEqual(await lab.query("select * from task_edge_ledger where job = 'job_undo'"), [])
    await lab.query('alter table task_edge_ledger engine=InnoDB')
  })

  test('where a view hides the table, what stays is said to stay', async () => {
    await lab.query(SCHEMA('MyISAM'))
    const end = await open().write(all('old_view'), RULES)
    assert.deepEqual(end, { kind: 'not_undone', changed: 2 })
    // A fence that does not match changes nothing, so there is nothing to undo.
    const none = { text: 'update old_view set x = 1 where id = ?', values: [77] }
    assert.deepEqual(await open().write(none, RULES), { kind: 'row_count', changed: 0 })
  })

  test('control: without the look before, rows of a wrong write stay', async () => {
    await lab.query(SCHEMA('MyISAM'))
    const end = await open({ demandsUndo: false }).write(all('old'), RULES)
    assert.deepEqual(end, { kind: 'not_undone', changed: 2 })
    assert.deepEqual(await rows(), [[9], [9]])
  })
})

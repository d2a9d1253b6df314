// One suite for every engine that runs here: what a driver promises, on real servers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Caps } from '#edge/policy/policy.ts'
import type { WireValue } from '#edge/policy/wire-value.ts'
import { laboratories } from '../../../tests/harness/edge/laboratories.ts'
import type { Laboratory } from '../../../tests/harness/edge/laboratory.ts'
import type { Driver } from './driver.ts'
import { DriverFailure } from './driver.ts'
import { openDriver } from './open-driver.ts'

const CAPS: Caps = { maxRows: 1_000, maxBytes: 2 ** 20, timeoutMs: 5_000 }

async function faultOf(work: Promise<unknown>): Promise<DriverFailure> {
  const error = await work.then(
    () => assert.fail('it went well'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof DriverFailure, String(error))
  return error
}

const placeholder = (engine: string, at: number): string => (engine === 'postgres' ? `$${at}` : '?')

for (const { engine, server: name, start, isThere } of laboratories) {
  describe(`the driver beside ${name}`, { skip: !isThere }, () => {
    let lab: Laboratory
    let driver: Driver
    before(async () => {
      lab = await start()
      driver = openDriver(engine, { url: lab.writerUrl })
    })
    after(async () => {
      await driver.close()
      await lab.stop()
    })

    /** Reads with a sink that takes at most `most` rows. */
    async function read(
      text: string,
      given: (string | number | null)[] = [],
      most = 1_000,
      caps = CAPS,
    ) {
      let columns: readonly string[] = []
      const rows: WireValue[][] = []
      const { truncated } = await driver.read({ text, values: given }, caps, {
        columns: (names) => {
          columns = names
        },
        row: (row) => {
          if (rows.length >= most) return false
          rows.push([...row])
          return true
        },
      })
      return { columns, rows, truncated }
    }

    test('gives the names of columns and the values with every digit', async () => {
      const { columns, rows, truncated } = await read(lab.sql.allTypes)
      assert.equal(truncated, false)
      assert.deepEqual(columns, lab.expected.columns)
      assert.deepEqual(rows, [lab.expected.row])
    })

    test('binds values as values', async () => {
      const hostile = "x' or '1'='1"
      const { rows } = await read(`select id from claims where title = ${placeholder(engine, 1)}`, [
        hostile,
      ])
      assert.deepEqual(rows, [])
      const { rows: one } = await read(
        `select title from claims where id = ${placeholder(engine, 1)}`,
        [3],
      )
      assert.deepEqual(one, [['Claim 3']])
      const { rows: limited } = await read(
        `select id from claims order by id limit ${placeholder(engine, 1)}`,
        [2],
      )
      assert.equal(limited.length, 2)
    })

    test('stops when enough was taken, and works on', async () => {
      const { rows, truncated } = await read('select id from claims order by id', [], 37)
      assert.equal(rows.length, 37)
      assert.equal(truncated, true)
      const next = await read('select id from claims order by id limit 5')
      assert.equal(next.rows.length, 5)
      assert.equal(next.truncated, false)
    })

    test('gives columns also when there are no rows', async () => {
      const { columns, rows } = await read('select id, title from claims where id < 0')
      assert.deepEqual(columns, ['id', 'title'])
      assert.deepEqual(rows, [])
    })

    test('cannot write in a read', async () => {
      const checksum = await lab.checksum()
      const failure = await faultOf(read(lab.sql.writeInRead))
      assert.equal(failure.fault, 'refused')
      assert.equal(await lab.checksum(), checksum)
    })

    test('takes one statement only', async () => {
      const checksum = await lab.checksum()
      assert.equal((await faultOf(read('select 1; delete from claims'))).fault, 'refused')
      assert.equal(await lab.checksum(), checksum)
    })

    test('ends a statement that takes too long', async () => {
      const startedMs = performance.now()
      const failure = await faultOf(read(lab.sql.endless, [], 1_000, { ...CAPS, timeoutMs: 700 }))
      assert.equal(failure.fault, 'timeout')
      assert.ok(performance.now() - startedMs < 1_700)
      await lab.untilQuiet()
    })

    test('hangs up on a value that is too large', async () => {
      const caps = { ...CAPS, maxBytes: 65_536 }
      const failure = await faultOf(read(lab.sql.huge, [], 1_000, caps))
      assert.equal(failure.fault, 'too_large')
    })

    test('keeps the text of the database to itself', async () => {
      const failure = await faultOf(
        read("select cast('secret-value' as integer) from no_such_table"),
      )
      assert.doesNotMatch(`${failure.message} ${failure.stack}`, /secret-value|no_such_table/)
      assert.ok(failure.databaseCode)
    })

    test('writes when the number of rows is the expected one', async () => {
      const rules = { timeoutMs: 5_000, expectRows: 1 }
      const text = `update claims set status = ${placeholder(engine, 1)} where id = ${placeholder(engine, 2)}`
      assert.deepEqual(await driver.write({ text, values: ['closed', 1] }, rules), {
        kind: 'done',
        changed: 1,
        again: false,
      })
      assert.deepEqual((await read('select status from claims where id = 1')).rows, [['closed']])
      // The same again: rows count that match, not those that look different after.
      assert.equal((await driver.write({ text, values: ['closed', 1] }, rules)).kind, 'done')
    })

    test('undoes a write that changes another number of rows', async () => {
      const checksum = await lab.checksum()
      const end = await driver.write(
        { text: 'update claims set note = status', values: [] },
        { timeoutMs: 5_000, expectRows: 1 },
      )
      assert.deepEqual(end, { kind: 'row_count', changed: lab.rowCount })
      assert.equal(await lab.checksum(), checksum)
    })

    test('does a write once per entry of the ledger', async () => {
      const rules = {
        timeoutMs: 5_000,
        expectRows: 1,
        ledger: { table: 'task_edge_ledger', job: 'job_1' },
      }
      const statement = { text: 'update claims set version = version + 1 where id = 2', values: [] }
      const ends = await Promise.all([1, 2, 3].map(() => driver.write(statement, rules)))
      assert.ok(ends.every(({ kind }) => kind === 'done'))
      assert.equal(ends.filter((end) => end.kind === 'done' && end.again).length, 2)
      assert.deepEqual((await read('select version from claims where id = 2')).rows, [[2]])
    })

    test('leaves no entry for a write that was undone', async () => {
      const rules = {
        timeoutMs: 5_000,
        expectRows: 1,
        ledger: { table: 'task_edge_ledger', job: 'job_2' },
      }
      const missing = { text: 'update claims set version = version + 1 where id = -1', values: [] }
      assert.equal((await driver.write(missing, rules)).kind, 'row_count')
      const there = { text: 'update claims set version = version + 1 where id = 4', values: [] }
      assert.deepEqual(await driver.write(there, rules), { kind: 'done', changed: 1, again: false })
    })

    test('gives up a write that waits for a lock too long', async () => {
      await lab.whileLocked(async () => {
        const failure = await faultOf(
          driver.write(
            { text: "update claims set note = 'late' where id = 5", values: [] },
            { timeoutMs: 1_000, expectRows: 1 },
          ),
        )
        assert.equal(failure.fault, 'timeout')
        assert.equal(failure.isUncertain, false)
      })
      assert.deepEqual((await read('select note from claims where id = 5')).rows, [[null]])
    })

    test('tries statements without running them', async () => {
      const checksum = await lab.checksum()
      assert.deepEqual(
        await driver.explain(
          {
            text: `select id, title from claims where id > ${placeholder(engine, 1)}`,
            values: [null],
          },
          'read',
        ),
        ['id', 'title'],
      )
      await driver.explain(
        { text: `delete from claims where id = ${placeholder(engine, 1)}`, values: [null] },
        'write',
      )
      const failure = await faultOf(
        driver.explain({ text: 'select no_such from claims', values: [] }, 'read'),
      )
      assert.equal(failure.fault, 'refused')
      assert.equal(await lab.checksum(), checksum)
    })

    test('says what its user may do', async () => {
      const { server, user, excess, writable } = await driver.inspect()
      assert.ok(server.startsWith(name), server)
      assert.match(user, /writer/)
      assert.deepEqual(excess, [])
      assert.ok(writable.some((table) => table.endsWith('claims')))
    })

    test('distinguishes a server that is unreachable from one that refuses', async () => {
      const unreachable = openDriver(engine, { url: lab.nowhereUrl })
      assert.equal((await faultOf(unreachable.ping(2_000))).fault, 'unreachable')
      const stranger = openDriver(engine, { url: lab.strangerUrl })
      assert.equal((await faultOf(stranger.ping(2_000))).fault, 'refused')
    })

    test('survives connections that the server ended', async () => {
      await driver.ping(2_000)
      await lab.endConnections()
      const { rows } = await read('select id from claims where id = 1')
      assert.equal(rows.length, 1)
    })
  })
}

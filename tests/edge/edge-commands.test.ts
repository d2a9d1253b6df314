// The commands of the connector as a process, with real databases: the role that is printed is enough, and no more.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { laboratoryPolicy } from '../harness/edge/edge-site.ts'
import { laboratories } from '../harness/edge/laboratories.ts'
import type { Laboratory } from '../harness/edge/laboratory.ts'
import { runTaskEdge } from '../harness/edge/run-task-edge.ts'
import { temporaryRoot } from '../harness/temporary-root.ts'

const folder = mkdtempSync(join(temporaryRoot(), 'task-edge-commands-'))
const policyFile = join(folder, 'policy.yaml')
after(() => rmSync(folder, { recursive: true }))

const edge = (args: string[], env: Record<string, string> = {}) =>
  runTaskEdge(args, {
    TASK_EDGE_POLICY: policyFile,
    TASK_EDGE_STATE: join(folder, 'state'),
    TASK_EDGE_TOKEN: 'cnt_a-token-for-later',
    ...env,
  })

for (const { engine, server, isThere, start } of laboratories) {
  describe(`the commands beside ${server}`, { skip: !isThere }, () => {
    let lab: Laboratory
    const asRole = () => lab.writerUrl.replace(/\/\/[^@]+@/, '//task_edge:CHANGE-ME@')
    before(async () => {
      lab = await start()
      writeFileSync(policyFile, laboratoryPolicy(lab, { ledger: true }))
    })
    after(async () => {
      if (engine === 'postgres') await lab.query('drop owned by task_edge; drop role task_edge')
      await lab.stop()
    })

    test('print-role prints what doctor is content with', async () => {
      const { code, out } = await edge(['print-role', '--db', engine])
      assert.equal(code, 0)
      assert.match(out, /grant update \(status, note, version\) on claims/)
      await lab.query(out)
      const { out: said } = await edge(['doctor'], { WAREHOUSE_URL: asRole() })
      const lines = said.split('\n').filter((line) => line.includes('warehouse'))
      assert.ok(lines.length >= 6, said)
      for (const line of lines) assert.match(line, /^ok /, said)
      assert.match(said, /warehouse.open_claims: accepted by the database; not sent: note/)
    })

    test('doctor names a role that can do too much', async () => {
      await lab.query(`create table payroll (id integer)`)
      await lab.query(
        `grant insert on payroll to ${engine === 'postgres' ? 'task_edge' : "task_edge@'%'"}`,
      )
      const { code, out } = await edge(['doctor'], { WAREHOUSE_URL: asRole() })
      assert.equal(code, 7)
      assert.match(out, /FAIL warehouse role: .*can write to .*payroll.* See task-edge print-role/)
      await lab.query(
        engine === 'postgres'
          ? 'alter role task_edge superuser'
          : "grant process on *.* to task_edge@'%'",
      )
      const { out: said } = await edge(['doctor'], { WAREHOUSE_URL: asRole() })
      assert.match(
        said,
        /FAIL warehouse role: .*the policy does not need: (superuser|PROCESS).*print-role/,
      )
      if (engine === 'postgres') await lab.query('alter role task_edge nosuperuser')
    })

    test('doctor names a role that can do too little', async () => {
      const { code, out } = await edge(['doctor'], { WAREHOUSE_URL: lab.readerUrl })
      assert.match(out, /FAIL warehouse.bump: .*the role lacks a permission.*task-edge print-role/)
      assert.match(out, /ok {3}warehouse.wide: /)
      assert.equal(code, 7)
    })

    test('doctor names a statement that the database would not run', async () => {
      writeFileSync(
        policyFile,
        laboratoryPolicy(lab).replace('select id, version', 'select id, no_such, version'),
      )
      const { code, out } = await edge(['doctor'], { WAREHOUSE_URL: asRole() })
      assert.match(
        out,
        /FAIL warehouse.open_claims: the database rejected the request \(\d+\): a column does not exist\. Fix the policy/,
      )
      assert.equal(code, 7)
      assert.doesNotMatch(out, /CHANGE-ME/)
    })

    test('doctor distinguishes a wrong password from an unreachable server', async () => {
      const wrong = await edge(['doctor'], { WAREHOUSE_URL: lab.strangerUrl })
      assert.match(
        wrong.out,
        /FAIL warehouse: the database rejected the request \(\d+\): wrong user or password/,
      )
      const unreachable = await edge(['doctor'], { WAREHOUSE_URL: lab.nowhereUrl })
      assert.match(unreachable.out, /FAIL warehouse: the database does not respond.*host, port/)
      assert.deepEqual([wrong.code, unreachable.code], [7, 7])
    })

    const namesTables = async () => {
      writeFileSync(policyFile, laboratoryPolicy(lab))
      await lab.query('alter table claims engine=Aria')
      const { code, out } = await edge(['doctor'], { WAREHOUSE_URL: asRole() })
      assert.match(
        out,
        /FAIL warehouse.bump: never run: claims has no transactions \(Aria\).*alter table claims engine=InnoDB/,
      )
      assert.equal(code, 7)
      await lab.query('alter table claims engine=InnoDB')
      const { out: said } = await edge(['doctor'], { WAREHOUSE_URL: asRole() })
      assert.doesNotMatch(said, /never run/)
    }
    if (engine === 'mysql')
      test('doctor names a table without transactions, and its fix', namesTables)
  })
}

describe('without any database', () => {
  before(() => writeFileSync(policyFile, laboratoryPolicy({ engine: 'postgres' })))

  test('explain says what would leave, and what would not', async () => {
    const { code, out } = await edge(['explain', 'open_claims'])
    assert.equal(code, 0)
    assert.match(out, /iban: as a token; the value stays on this machine/)
    assert.match(out, /email: masked except the domain/)
    assert.match(out, /50 rows, 1 MiB, 5 s/)
    assert.equal((await edge(['explain', 'no_such'])).code, 3)
  })

  test('check counts the statements, and names mistakes with their lines', async () => {
    assert.match((await edge(['check'])).out, /is valid: 4 statements/)
    writeFileSync(policyFile, 'version: 1\ndatabases:\n  a: {engine: postgres}\n')
    const { code, err } = await edge(['check'])
    assert.equal(code, 3)
    assert.match(err, /line 3: databases.a: must have exactly one of url_env/)
  })

  test('doctor says which package an engine of the file needs', async () => {
    const policy = laboratoryPolicy({ engine: 'postgres' })
    for (const [engine, name] of [
      ['sqlserver', 'mssql'],
      ['oracle', 'oracledb'],
    ]) {
      writeFileSync(policyFile, policy.replace('engine: postgres', `engine: ${engine}`))
      const { out } = await edge(['doctor'], { WAREHOUSE_URL: `${engine}://u:p@127.0.0.1/shop` })
      assert.match(out, new RegExp(`FAIL warehouse: .*not installed.* npm i ${name}`))
    }
  })

  test('run says what is missing', async () => {
    writeFileSync(policyFile, laboratoryPolicy({ engine: 'postgres' }))
    assert.match((await edge(['run'])).err, /TASK_EDGE_URL is not set/)
    const url = 'http://tasks.example.com'
    assert.match(
      (await edge(['run'], { TASK_EDGE_URL: url })).err,
      /plain http:\/\/, which can be intercepted/,
    )
    assert.match(
      (await edge(['run'], { TASK_EDGE_URL: 'http://127.0.0.1:1', TASK_EDGE_TOKEN: '' })).err,
      /not enrolled. Create an enrollment token/,
    )
  })
})

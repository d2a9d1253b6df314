// `task-edge new-statement` as a process, beside real databases: what it writes can be used, and what fails writes nothing.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { parsePolicy } from '../../edge/src/policy/load-policy.ts'
import { laboratoryPolicy } from '../harness/edge/edge-site.ts'
import { laboratories } from '../harness/edge/laboratories.ts'
import type { Laboratory } from '../harness/edge/laboratory.ts'
import { runTaskEdge } from '../harness/edge/run-task-edge.ts'
import { temporaryRoot } from '../harness/temporary-root.ts'

const folder = mkdtempSync(join(temporaryRoot(), 'task-edge-new-'))
const policyFile = join(folder, 'policy.yaml')
after(() => rmSync(folder, { recursive: true }))

const READ = 'select id, title, iban from claims where id > :after order by id'
const WRITE = 'update claims set version = version + 1 where id = :id and version = :version'

const statementOf = (name: string) =>
  parsePolicy(policyFile, readFileSync(policyFile, 'utf8'))
    .databases.get('warehouse')
    ?.statements.get(name)

for (const { server, isThere, start } of laboratories) {
  describe(`new-statement beside ${server}`, { skip: !isThere }, () => {
    let lab: Laboratory
    let untouched: string
    before(async () => {
      lab = await start()
    })
    after(() => lab.stop())
    beforeEach(() => {
      untouched = laboratoryPolicy(lab).replace(
        '    statements:',
        '    # Ask Jo first.\n    statements:',
      )
      writeFileSync(policyFile, untouched, { mode: 0o640 })
    })

    const run = (args: string[], input?: string) =>
      runTaskEdge(
        ['new-statement', ...args],
        { TASK_EDGE_POLICY: policyFile, WAREHOUSE_URL: lab.writerUrl },
        input,
      )

    /** Nothing is written, and the message says why. */
    async function refuses(args: string[], says: RegExp): Promise<void> {
      const { code, err, out } = await run(args)
      assert.match(err, says, out)
      assert.equal(code, 3)
      assert.equal(readFileSync(policyFile, 'utf8'), untouched)
    }

    test('adds a read, tried with few rows and shown as it would leave', async () => {
      const { code, out, err } = await run([
        '--name',
        'recent',
        '--sql',
        READ,
        '--param',
        'after=integer',
        '--default',
        'after=0',
        '--column',
        'id',
        'iban=tokenise',
        '--max-rows',
        '20',
        '--description',
        'Recent claims',
      ])
      assert.equal(code, 0, err)
      assert.match(out, /Parser: one statement; needs select on claims/)
      assert.match(out, /Plan: returns id, title, iban/)
      assert.match(out, /Trial: ran read-only, 5 of at most 5 rows, rolled back/)
      assert.match(out, /"columns":\["id","iban"\],"row":\[1,"tok_/)
      assert.match(out, /grant select on claims to task_edge/)
      assert.doesNotMatch(out, /DE0000/)
      const added = statementOf('recent')
      assert.deepEqual([...(added?.columns.keys() ?? [])], ['id', 'iban'])
      assert.deepEqual([added?.maxRows, added?.params[0]?.defaultValue], [20, 0])
      assert.match(readFileSync(policyFile, 'utf8'), /# Ask Jo first\./)
      assert.equal(statSync(policyFile).mode & 0o777, 0o640)
      assert.ok(statementOf('close_claim'), 'the others are still there')
    })

    test('adds a write, run and rolled back', async () => {
      const checksum = await lab.checksum()
      const { code, out, err } = await run([
        '--name',
        'touch',
        '--sql',
        WRITE,
        '--param',
        'id=integer',
        'version=integer',
        '--fence',
        'version',
        '--value',
        'id=7',
        'version=1',
      ])
      assert.equal(code, 0, err)
      assert.match(out, /Trial: ran and rolled back, 1 row changed\./)
      assert.equal(statementOf('touch')?.fence, 'version')
      assert.equal(await lab.checksum(), checksum)
    })

    test('plans a write that it has no values for', async () => {
      const { out } = await run([
        '--name',
        'touch',
        '--sql',
        WRITE,
        '--param',
        'id=integer',
        'version=integer',
        '--print',
      ])
      assert.match(out, /planned, not run\. Pass --value id=… --value version=…/)
      assert.match(out, /Not written \(--print\)/)
      assert.equal(readFileSync(policyFile, 'utf8'), untouched)
    })

    test('asks for everything with --guided', async () => {
      const answers = [
        'recent',
        READ,
        '',
        '',
        'Recent claims',
        'integer',
        '3',
        'plain',
        '',
        'last4',
      ]
      const { code, out, err } = await run(['--guided', '--json'], `${answers.join('\n')}\n`)
      assert.equal(code, 0, err)
      assert.match(err, /Column iban \(no, plain, tokenise, all, last4, first1, email\) \[no\]/)
      const result = JSON.parse(out) as { written: boolean; sample: { row: unknown[] } }
      assert.equal(result.written, true)
      assert.match(String(result.sample.row[1]), /^•••\d{4}$/)
      assert.deepEqual([...(statementOf('recent')?.columns.keys() ?? [])], ['id', 'iban'])
    })

    test('writes nothing when something is wrong, and says what to do', async () => {
      const typed = ['--param', 'after=integer']
      await Promise.all([
        refuses(['--sql', READ], /--name is missing/),
        refuses(['--name', 'x', '--sql', READ], /after needs a type: --param after=<type>/),
        refuses(
          ['--name', 'x', '--sql', READ, ...typed],
          /--column id=plain title=plain iban=plain or --all-columns/,
        ),
        refuses(
          ['--name', 'x', '--sql', READ, ...typed, '--column', 'note'],
          /the query does not return it/,
        ),
        refuses(
          ['--name', 'wide', '--sql', READ, ...typed, '--all-columns'],
          /already has a statement warehouse\.wide.*--replace/,
        ),
        refuses(
          ['--name', 'x', '--sql', 'select no_such from claims', '--all-columns'],
          /The statement failed: .*column does not exist/,
        ),
        refuses(
          ['--name', 'x', '--kind', 'read', '--sql', 'delete from claims', '--all-columns'],
          /is a read, but changes rows/,
        ),
        refuses(
          ['--name', 'Bad Name', '--sql', READ, ...typed, '--all-columns'],
          /'Bad Name' is not a valid statement name/,
        ),
      ])
    })

    test('a read that writes through a function is stopped by the trial', async () => {
      const checksum = await lab.checksum()
      await refuses(
        ['--name', 'x', '--sql', lab.sql.writeInRead, '--all-columns'],
        /The statement failed/,
      )
      assert.equal(await lab.checksum(), checksum)
    })

    test('replaces one on request', async () => {
      const { code, err } = await run([
        '--name',
        'wide',
        '--sql',
        'select id from claims',
        '--all-columns',
        '--replace',
      ])
      assert.equal(code, 0, err)
      assert.equal(statementOf('wide')?.sql, 'select id from claims')
    })
  })
}

// Rows of a database become tasks: set up step by step with real rows in sight, and what was finished is written back.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Integration, Task } from '@task-service/contract'
import { until } from '../../operate/until.ts'
import { type ClaimBook, openClaimBook } from '../harness/connectors/claim-book.ts'
import { claimStatements, startPlayed } from '../harness/connectors/sample-connectors.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

const LONG_MS = 60_000
const facts = { version: '0.1.0', os: 'linux', host: 'dock-srv-04', proxy: false, custom_ca: false }
const databases = [{ name: 'warehouse', engine: 'PostgreSQL 16', ok: true }]

describe('a database source', () => {
  let book: ClaimBook
  const scene = useScene(async (stage) => {
    book = openClaimBook()
    const play = { facts, databases, statements: claimStatements, answer: book.answer }
    const played = await startPlayed(stage, 'wms-north', play)
    played.start()
  })

  const next = () => scene.page.getByRole('button', { name: 'Continue' })
  const findTask = async (word: string): Promise<Task | undefined> =>
    (await scene.stage.api<{ data: Task[] }>('GET', `/tasks?q=${word}`)).data[0]
  const getTask = (word: string) => until('the row is a task', () => findTask(word), LONG_MS)

  it('begins with a connector, and proposes its statements', async () => {
    const page = await open(scene, '/integrations?new=1')
    await page.getByRole('button', { name: /^Database/ }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Claims')
    assert.equal(await next().isDisabled(), true)
    await page.getByRole('radio', { name: /wms-north/ }).check()
    await page.getByRole('combobox', { name: 'Database' }).click()
    await page.getByRole('option', { name: 'warehouse' }).click()
    await next().click()
    const value = (name: string) => page.getByRole('combobox', { name }).inputValue()
    assert.equal(await value('List statement'), 'open_claims')
    assert.equal(await value('Get statement'), 'claim')
    assert.equal(await value('Write statement'), 'close_claim')
    await next().click()
  })

  it('shows real rows beside the columns, and marks what was treated', async () => {
    const { page } = scene
    await page.getByText('4 rows, fetched just now').waitFor()
    await page.getByRole('columnheader', { name: 'iban tokenized' }).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Key column' }).inputValue(), 'id')
    await page.getByRole('textbox', { name: 'Values that mean done' }).fill('closed')
    await page.getByRole('textbox', { name: 'Values that mean failed' }).fill('rejected')
    await next().click()
  })

  it('writes the texts with columns, and says which one is not there', async () => {
    const { page } = scene
    const title = page.getByRole('textbox', { name: 'Title template' })
    await title.fill('Claim {{id}}: {{titel}}')
    await page.getByText('Unknown column: titel').waitFor()
    await title.fill('Claim {{id}}:')
    await page.getByRole('button', { name: 'Insert title into Title template' }).click()
    assert.equal(await title.inputValue(), 'Claim {{id}}: {{title}}')
    for (const [outcome, value] of [
      ['When completed', 'closed'],
      ['When failed', 'rejected'],
      ['When canceled', 'rejected'],
    ] as const) {
      await page.getByRole('combobox', { name: outcome }).click()
      await page.getByRole('option', { name: value }).click()
    }
    await next().click()
  })

  it('previews the tasks, tests all statements and connects', async () => {
    const { page } = scene
    await page.getByText('4 rows become tasks').waitFor()
    await page.getByText('Claim 4117: Pallet 4 of QF-20931 arrived wet').waitFor()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Connection successful').waitFor()
    await page
      .getByRole('complementary')
      .getByRole('button', { name: 'Connect', exact: true })
      .click()
    await page.getByText('Initial sync started').waitFor()
    const { data } = await scene.stage.api<{ data: Integration[] }>('GET', '/integrations')
    assert.equal(
      data[0]?.config['write_params'],
      '{"status":{"completed":"closed","failed":"rejected","canceled":"rejected"}}',
    )
    await page.getByText(/^4 read, 4 created/).waitFor({ timeout: LONG_MS })
  })

  it('settles a task by writing to its row, and shows the job at the connector', async () => {
    const task = await getTask('Pallet')
    const page = await open(scene, `/tasks/T-${task.number}`)
    await page.getByRole('button', { name: /^Complete/ }).click()
    await becomes('the row is closed', () => book.statusOf(4_117), 'closed', LONG_MS)
    const isSettled = async () =>
      (await scene.stage.api<Task>('GET', `/tasks/${task.id}`)).settled_at !== null
    await becomes('the task is settled', isSettled, true, LONG_MS)
    await open(scene, '/connectors')
    await page.getByRole('link', { name: 'wms-north' }).click()
    await page.getByRole('tab', { name: 'Jobs' }).click()
    await page.getByRole('link', { name: /close_claim.*Done.*1 changed/ }).waitFor()
  })
})

// The life of a connector: enrolled with the command, online, used, paused, drained, frozen, revoked, re-enrolled and
// deleted.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connector, EdgeJob } from '@task-service/contract'
import { type PlayedConnector, playConnector } from '../harness/connectors/played-connector.ts'
import { answerClaims, claimStatements } from '../harness/connectors/sample-connectors.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

const NAME = 'wms-north'
const facts = { version: '0.1.0', os: 'linux', host: 'dock-srv-04', proxy: false, custom_ca: false }
const databases = [{ name: 'warehouse', engine: 'PostgreSQL 16', ok: true }]
const play = { facts, databases, statements: claimStatements, answer: answerClaims }

describe('connectors', () => {
  const scene = useScene(undefined, { hasOwnBrowser: true })
  let connector: Connector
  let played: PlayedConnector

  const read = () => scene.stage.api<Connector>('GET', `/connectors/${connector.id}`)
  const readJobs = async (): Promise<EdgeJob[]> =>
    (await scene.stage.api<{ data: EdgeJob[] }>('GET', `/connectors/${connector.id}/jobs`)).data
  const detail = (search = '') => open(scene, `/connectors/${connector.id}${search}`)
  const tokenOnScreen = async (): Promise<string> => {
    const command = scene.page.getByRole('dialog').getByLabel('Command that starts the connector')
    const text = await command.textContent()
    return /cnt_[\w-]{43}/.exec(text ?? '')?.[0] ?? ''
  }
  const start = async (token: string): Promise<void> => {
    played = await playConnector(scene.stage.service.url, token, play)
    played.start()
    scene.stage.endWith(() => played.stop())
  }

  it('leads from nothing to a command with a token that is shown once', async () => {
    const page = await open(scene, '/connectors')
    await page.getByText('No connectors yet').waitFor()
    await page
      .getByRole('button', { name: /^Add connector/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Name' }).fill(NAME)
    await page.keyboard.press('Enter')
    await page.getByText('Waiting for wms-north to connect').waitFor()
    await page
      .getByRole('dialog')
      .getByText(/The token is single-use and valid until \d\d:\d\d/)
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy command' }).click()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    assert.match(String(copied), /^docker run -d[^]*TASK_EDGE_TOKEN=cnt_[\w-]{43}[^]*task-edge/)
    const { data } = await scene.stage.api<{ data: Connector[] }>('GET', '/connectors')
    connector = data[0] as Connector // the one just made
    assert.equal(connector.state, 'enrolling')
  })

  it('sees it arrive without a reload, and forgets the token', async () => {
    const { page } = scene
    await start(await tokenOnScreen())
    await page.getByText('wms-north connected from dock-srv-04.').waitFor()
    assert.doesNotMatch(await page.content(), /cnt_[\w-]{43}/)
    await page.getByRole('link', { name: 'Open connector' }).click()
    await page.getByText('Ready with 4 statements').waitFor()
    await page.getByText('PostgreSQL 16').waitFor()
    assert.equal((await read()).state, 'online')
  })

  it('shows what may be asked, with what leaves the site and how', async () => {
    const page = await detail('?tab=statements')
    await page.getByText('Claims that wait for a decision').waitFor()
    await page.getByText('masked').first().waitFor()
    await page.getByText('changes exactly 1 row, or nothing').waitFor()
    assert.doesNotMatch(await page.content(), /select .* from/i)
  })

  it('runs a named statement with parameters, and marks what was treated and what was cut', async () => {
    const page = await detail('?tab=console')
    await page.getByRole('textbox', { name: 'after' }).fill('ten')
    await page.getByText('Enter a whole number', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Run statement' }).isDisabled(), true)
    await page.getByRole('textbox', { name: 'after' }).fill('10')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'Pallet 4 of QF-20931 arrived wet' }).waitFor()
    await page.getByRole('columnheader', { name: 'iban tokenized' }).waitFor()
    await page.getByText('Result truncated').waitFor()
    const [job] = await readJobs()
    assert.deepEqual(
      [job?.statement, job?.params, job?.truncated],
      ['open_claims', { after: 10 }, true],
    )
  })

  it('writes only after a confirmation, and reports a row that has changed', async () => {
    const page = await detail('?tab=console&run=warehouse/close_claim')
    await page.getByRole('textbox', { name: 'id' }).fill('4117')
    await page.getByRole('textbox', { name: 'version' }).fill('2')
    await page.getByRole('combobox', { name: 'status' }).click()
    await page.getByRole('option', { name: 'closed' }).click()
    const run = page.getByRole('button', { name: 'Run and change rows' })
    assert.equal(await run.isDisabled(), true)
    await page.getByRole('checkbox', { name: 'Change rows in the database' }).check()
    await run.click()
    await page.getByText('The row changed, so nothing was written.').waitFor()
    await page.getByRole('textbox', { name: 'version' }).fill('3')
    assert.equal(await run.isDisabled(), true)
    await page.getByRole('checkbox', { name: 'Change rows in the database' }).check()
    await run.click()
    await page.getByText('1 row changed').waitFor()
  })

  it('lists the jobs with how each ended, and opens one with what it brought', async () => {
    const page = await detail('?tab=jobs')
    await page.getByRole('link', { name: /open_claims.*Done/ }).click()
    await page.getByRole('complementary').getByText('"after"').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Filter jobs by state' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.getByRole('link', { name: /close_claim.*Failed/ }).waitFor()
    await page.getByRole('link', { name: /open_claims/ }).waitFor({ state: 'detached' })
  })

  it('pauses with a way back, lets jobs wait and cancels one', async () => {
    const page = await detail()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await page.getByText('Paused, gets no jobs').waitFor()
    await page.getByRole('tab', { name: 'Console' }).click()
    await page.getByRole('button', { name: 'Run statement' }).click()
    await page.getByText('Queued', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel job' }).click()
    await page.getByText('Canceled').first().waitFor()
    await open(scene, '/connectors')
    await page.getByRole('button', { name: 'Resume wms-north' }).click()
    await becomes('it resumes', async () => (await read()).state, 'online')
  })

  it('asks for a new key, and drains until it can be ended', async () => {
    const page = await detail()
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.getByText(/^Rotation requested/).waitFor()
    assert.equal((await read()).rotate_asked, true)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Drain' }).click()
    await page.getByRole('button', { name: 'Drain connector' }).click()
    await page.getByText('Drained. Safe to stop.').waitFor()
    assert.equal((await read()).state, 'paused')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Ready with 4 statements').waitFor()
  })

  it('says at once when its key is used elsewhere, and counts it in the navigation', async () => {
    const page = await open(scene, '/connectors')
    await page.getByText('Online').waitFor()
    await played.stop()
    // Only a copy from an earlier moment would send this.
    assert.equal(await played.openSessionWith('A'.repeat(43)), 401)
    await page.getByText('Locked', { exact: true }).waitFor()
    await page.getByText('1 connector needs attention').waitFor({ state: 'attached' })
    await page.getByRole('radiogroup').getByText('Needs attention').click()
    await page.getByRole('button', { name: 'New token for wms-north' }).click()
    await page.getByText('First find out where else the key was used.').waitFor()
    await page.getByRole('button', { name: 'Create token' }).last().click()
    await page.getByText('Waiting for wms-north to connect').waitFor()
    await start(await tokenOnScreen())
    await page.getByText('wms-north connected from').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Nothing needs attention').waitFor()
  })

  it('takes the key back, and is deleted by its name', async () => {
    const page = await detail()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('To bring it back, issue a new token.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Key revoked').first().waitFor()
    assert.equal((await read()).state, 'revoked')
    await assert.rejects(played.poll(), /401/)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('textbox', { name: /^Type/ }).fill(NAME)
    await page.getByRole('button', { name: 'Delete connector' }).click()
    await page.getByText('No connectors yet').waitFor()
  })
})

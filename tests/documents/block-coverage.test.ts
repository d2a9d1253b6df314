// Every fenced block of the documentation is run, type-checked or read by a test, or listed with the reason why not.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { findPages } from '../../tools/site/site-pages.ts'
import { readBlocks } from '../harness/documents/code-blocks.ts'
import { checkOf, exceptionOf, exceptions } from './block-rules.ts'
import { findCommandFaults, findVariableFaults } from './command-faults.ts'
import { documentedBlocks, root } from './documented-blocks.ts'

const blocks = documentedBlocks()
const read = (page: string): string => readFileSync(join(root, page), 'utf8')
const name = ({ page, line }: { page: string; line: number }) => `${page}:${line}`

const one = (language: string, code: string) =>
  readBlocks('docs/guide/x.md', `# X\n\n\`\`\`${language}\n${code}\n\`\`\`\n`)[0] ?? assert.fail()

describe('every block of code in the documentation', () => {
  test('is verified, or is listed with a reason', () => {
    assert.ok(blocks.length > 150, `${blocks.length} blocks`)
    const missing = blocks.filter((block) => checkOf(block) === undefined)
    assert.deepEqual(missing.map(name), [])
  })

  test('is verified by a file that exists, and every exception by a block', () => {
    const checks = blocks.map(checkOf).filter((check) => typeof check === 'object')
    const files = checks.flatMap((check) => ('by' in check ? [check.by] : []))
    assert.deepEqual(
      [...new Set(files)].filter((file) => !existsSync(join(root, file))),
      [],
    )
    const used = new Set(blocks.map(exceptionOf))
    assert.deepEqual(
      exceptions.filter((exception) => !used.has(exception)),
      [],
    )
    for (const check of checks) if ('why' in check) assert.ok(check.why.length > 10)
  })

  test('is valid JSON or YAML, if it says so', () => {
    for (const block of blocks.filter((candidate) => checkOf(candidate) === 'data')) {
      const isJson = block.language === 'json'
      assert.doesNotThrow(() => (isJson ? JSON.parse(block.code) : parse(block.code)), name(block))
    }
  })

  test('names commands, options, proofs and variables that exist', () => {
    const faults = blocks.flatMap((block) => {
      const check = checkOf(block)
      const found =
        check === 'parse'
          ? findCommandFaults(block.code)
          : check === 'variables'
            ? findVariableFaults(block.code)
            : []
      return found.map((fault) => `${name(block)}: ${fault}`)
    })
    assert.deepEqual(faults, [])
  })
})

/** Screens, and the pages whose first step needs no command. */
const beginsWithText = /(dashboard-\w|getting-started|database-sources|serverless)/

describe('every guide', () => {
  const pages = findPages().filter((page) => page.startsWith('docs/guide/'))

  test('begins with a block that can be run', () => {
    const late = pages.filter((page) => {
      const start = read(page)
        .split(/^(?=## )/m)
        .slice(0, 2)
        .join('')
      return !beginsWithText.test(page) && !/^```(sh|ts|python)$/m.test(start)
    })
    assert.deepEqual(late, [])
  })

  test('says where TASKS_URL and TASKS_KEY are defined, if it uses them', () => {
    const using = blocks.filter(({ code }) => /\$TASKS_(URL|KEY)/.test(code))
    const used = [...new Set(using.map(({ page }) => page))]
    const isDefined = /#2-set-the-url-and-the-api-key|export TASKS_URL/
    assert.deepEqual(
      used.filter((page) => !isDefined.test(read(page))),
      [],
    )
  })
})

describe('controls', () => {
  test('a block that nothing verifies is found', () => {
    assert.equal(checkOf(one('go', 'package main')), undefined)
    assert.equal(checkOf(one('sh', 'curl https://example.com')), undefined)
    assert.equal(checkOf(one('sh', 'curl "$TASKS_URL/api/tasks"')), 'run')
  })

  test('a command, an option, a proof and a variable that do not exist are found', () => {
    for (const line of [
      'task-service sreve',
      'task-service migrate --plna',
      'task-edge explian open_claims',
      'npm run prvoe -- access',
      'npm run prove -- acces',
    ]) {
      assert.equal(findCommandFaults(line).length, 1, line)
    }
    assert.deepEqual(findCommandFaults('task-service migrate --plan   # shows it'), [])
    assert.equal(findVariableFaults('SERVICE_ACP_EGRES_ALLOW=::1').length, 1)
  })
})

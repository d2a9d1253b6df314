// Verifies the documentation site: its links, its pages in a browser under the policy of the service, and its search.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { bindDocsPages } from '../../server/src/http/docs/docs-pages.ts'
import { launchBrowser } from '../../tests/e2e/harness/browser.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof } from '../../tools/programs/proof.ts'
import { findBrokenLinks } from '../../tools/site/check-links.ts'
import { searchWords } from './search-words.ts'
import { searchedWords } from './searched-words.ts'
import { visitPages } from './visit-pages.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'site/dist')
/** In a full run, all of them are opened. */
const CI_PAGES = 12
const LEAST_PAGES = 60

function readSite(control: boolean) {
  const pages = new Map(
    globSync('**/*.html', { cwd: dist }).map((page) => {
      const html = readFileSync(join(dist, page), 'utf8')
      return [page, control ? html.replaceAll('href="#', 'href="#no-such-') : html] as const
    }),
  )
  const entries = globSync('**/*', { cwd: dist, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dist.length + 1))
  return { pages, files: new Set(files) }
}

/** The pages as the service sends them; the control has a script in each, which the policy must block. */
async function serve(control: boolean): Promise<{ app: FastifyInstance; url: string }> {
  const app = Fastify()
  // The script is planted in the text of the page, so that the control asks for it uncompressed.
  app.addHook('onRequest', async (request) => {
    if (control) delete request.headers['accept-encoding']
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (!control || !isPage || !Buffer.isBuffer(payload)) return payload
    reply.removeHeader('content-length')
    return payload.toString().replace('</body>', '<script>window.planted = true</script></body>')
  })
  await app.register(async (docs) => bindDocsPages(docs, { directory: dist, basePath: '' }), {
    prefix: '/docs',
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port
  return { app, url: `http://127.0.0.1:${port}/docs/` }
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'opens pages and searches in a browser for more than a minute; the build, which runs on every change, finds broken links',
  budgetSeconds: 120,
  covers: ['docs', 'site', 'tools/site', 'tools/build/build-site.ts', 'CHANGELOG.md', 'examples'],
  report: 'first-ten-minutes',
  claim: `the documentation site builds from the files of the repository without a broken link or anchor; its pages run under a policy without inline code, load nothing from elsewhere and fit 360 pixels; its search finds ${searchedWords.length} words that people type`,
  hasControl: true,
  async prove({ full, control, log }) {
    execFileSync(process.execPath, ['tools/build/build-site.ts', '--if-needed'], {
      cwd: root,
      stdio: 'inherit',
    })
    const site = readSite(control)
    const broken = findBrokenLinks(site)
    for (const { page, target, reason } of broken.slice(0, 5)) log(`${page}: ${target}: ${reason}`)
    const { app, url } = await serve(control)
    const browser = await launchBrowser()
    try {
      const paths = [...site.pages.keys()].filter((page) => page !== '404.html').toSorted()
      const step = full ? 1 : Math.ceil(paths.length / CI_PAGES)
      const visited = paths.filter((_, index) => index % step === 0)
      const faults = await visitPages(browser, url, visited)
      const missed = await searchWords(browser, url, searchedWords)
      for (const fault of [...faults, ...missed].slice(0, 10)) log(fault)
      return {
        figures: `${paths.length} pages, ${broken.length} broken links, ${visited.length} pages opened with ${faults.length} faults, ${searchedWords.length - missed.length} of ${searchedWords.length} searches`,
        criteria: [
          atLeast('pages', paths.length, LEAST_PAGES),
          none('broken links', broken.length),
          none('violations, errors, foreign requests and overflowing pages', faults.length),
          none('searches without the page', missed.length),
        ],
      }
    } finally {
      await browser.close()
      await app.close()
    }
  },
}

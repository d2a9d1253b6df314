// Asks the search of the site, in the browser, as its dialog does.
import type { Browser } from 'playwright-core'

const FIRST = 8

type Pagefind = {
  search: (words: string) => Promise<{ results: { data: () => Promise<{ url: string }> }[] }>
}

/** The searches that do not have their page among the first results. */
export async function searchWords(
  browser: Browser,
  url: string,
  words: readonly (readonly [words: string, page: string])[],
): Promise<string[]> {
  const page = await browser.newPage()
  await page.goto(url)
  const found = await page.evaluate(
    async ({ script, searched, first }) => {
      const pagefind = (await import(script)) as Pagefind // its documented interface
      const lists: string[][] = []
      for (const text of searched) {
        const { results } = await pagefind.search(text)
        const data = await Promise.all(results.slice(0, first).map((result) => result.data()))
        lists.push(data.map((one) => one.url))
      }
      return lists
    },
    { script: `${url}pagefind/pagefind.js`, searched: words.map(([text]) => text), first: FIRST },
  )
  await page.close()
  return words.flatMap(([text, expected], index) => {
    const urls = found[index] ?? []
    return urls.some((one) => one.includes(expected)) ? [] : [`${text}: ${urls.join(' ')}`]
  })
}

// What no text may ever become: found the moment it enters the document, wherever and for how short that is.
import type { BrowserContext, Page } from 'playwright-core'
import { MARK } from './xss-payloads.ts'

export const SUSPECTS = [
  `.${MARK}`,
  ...['javascript', 'data', 'vbscript'].map((scheme) => `[href^="${scheme}:" i]`),
  ...['onerror', 'onload', 'onclick', 'onmouseover', 'onfocus', 'onanimationstart', 'ontoggle'].map(
    (handler) => `[${handler}]`,
  ),
  'iframe, object, embed, marquee, math, form[action*="canary"], meta[http-equiv="refresh"]',
].join(', ')

/** Before any script of a page runs. */
export async function watchNodes(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    const found = (globalThis.suspectNodes = [])
    const judge = (node) => {
      if (!(node instanceof Element)) return
      if (node.matches(${JSON.stringify(SUSPECTS)})) found.push(node.outerHTML.slice(0, 160))
      for (const one of node.querySelectorAll(${JSON.stringify(SUSPECTS)})) found.push(one.outerHTML.slice(0, 160))
    }
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        if (type === 'attributes') { if (target.matches(${JSON.stringify(SUSPECTS)})) found.push(target.outerHTML.slice(0, 160)) }
        else addedNodes.forEach(judge)
      }
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class', 'href'] })
    document.addEventListener('securitypolicyviolation', (event) =>
      found.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI))
  })()`)
}

/** What was found since the last question. */
export const takeSuspects = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>('globalThis.suspectNodes?.splice(0) ?? []')

/** The control: a page that takes every text for markup, and every address for a link, as a careless one would. */
export async function becomeCareless(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    // Each place once: some texts become markup with such a text in it.
    const spoiled = new WeakSet()
    const spoil = (node) => {
      const texts = []
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text)
      if (node.nodeType === 3) texts.push(node)
      for (const text of texts) {
        const place = text.parentElement
        const isAddress = /^(javascript|data|vbscript):/i.test(text.data)
        if (!place || spoiled.has(place) || !(isAddress || text.data.includes('<'))) continue
        spoiled.add(place)
        if (isAddress) place.append(Object.assign(document.createElement('a'), { href: text.data }))
        else place.innerHTML = text.data
      }
    }
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(spoil)
    }).observe(document, { childList: true, subtree: true })
  })()`)
}

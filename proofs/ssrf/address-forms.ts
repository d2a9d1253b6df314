// The many ways to write or wrap one address, so that a check of its text would not see it.
import { bytesOf } from '../../tests/harness/network/dns-server.ts'

export type Form = { what: string; host: string }

const hex = (value: number, digits = 0): string => value.toString(16).padStart(digits, '0')
const octal = (value: number): string => `0${value.toString(8)}`
/** Replaces each digit by the character that far behind a first one. */
const digitsFrom = (text: string, first: number): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)))
const circled = (text: string): string =>
  text.replaceAll(/\d/g, (digit) =>
    digit === '0' ? '⓪' : digitsFrom(String(Number(digit) - 1), 0x2460),
  )
const percent = (text: string): string =>
  text.replaceAll(/./g, (character) => `%${hex(character.charCodeAt(0))}`)

export function ipv4Forms(address: string): Form[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(address)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  return [
    ...writtenForms(address, [a, b, c, d], whole),
    ...unicodeForms(address),
    ...wrappedForms(address, [a, b, c, d]),
  ]
}

type Bytes = readonly [number, number, number, number]

function writtenForms(address: string, [a, b, c, d]: Bytes, whole: number): Form[] {
  const parts = [a, b, c, d]
  return [
    { what: 'dotted', host: address },
    { what: 'dot at the end', host: `${address}.` },
    { what: 'one number', host: String(whole) },
    { what: 'one hex number', host: `0x${hex(whole)}` },
    { what: 'one padded hex number', host: `0x${hex(whole, 16)}` },
    { what: 'one HEX number', host: `0X${hex(whole, 8).toUpperCase()}` },
    { what: 'one octal number', host: octal(whole) },
    { what: 'hex parts', host: parts.map((part) => `0x${hex(part)}`).join('.') },
    { what: 'padded hex parts', host: parts.map((part) => `0x${hex(part, 6)}`).join('.') },
    { what: 'octal parts', host: parts.map(octal).join('.') },
    { what: 'padded octal parts', host: parts.map((part) => `000${octal(part)}`).join('.') },
    { what: 'mixed parts', host: `${octal(a)}.${b}.0x${hex(c)}.${d}` },
    { what: 'two parts', host: `${a}.${(b * 256 + c) * 256 + d}` },
    { what: 'two hex parts', host: `0x${hex(a)}.0x${hex((b * 256 + c) * 256 + d)}` },
    { what: 'three parts', host: `${a}.${b}.${c * 256 + d}` },
    { what: 'three octal parts', host: `${octal(a)}.${octal(b)}.${octal(c * 256 + d)}` },
    { what: 'a port', host: `${address}:8080` },
    { what: 'the port of http', host: `${address}:80` },
  ]
}

function unicodeForms(address: string): Form[] {
  const [first = '', ...rest] = address
  return [
    { what: 'fullwidth digits', host: digitsFrom(address, 0xff10) },
    { what: 'bold digits', host: digitsFrom(address, 0x1d7ce) },
    { what: 'double-struck digits', host: digitsFrom(address, 0x1d7d8) },
    { what: 'superscript ones', host: address.replaceAll('1', '¹') },
    { what: 'circled digits', host: circled(address) },
    { what: 'ideographic dots', host: address.replaceAll('.', '。') },
    { what: 'fullwidth dots', host: address.replaceAll('.', '．') },
    { what: 'halfwidth dots', host: address.replaceAll('.', '｡') },
    { what: 'a soft hyphen', host: `${first}\u00ad${rest.join('')}` },
    { what: 'percent signs', host: percent(address) },
    { what: 'one percent sign', host: `${percent(first)}${rest.join('')}` },
  ]
}

function wrappedForms(address: string, bytes: Bytes): Form[] {
  const [high, low] = [hex(bytes[0] * 256 + bytes[1]), hex(bytes[2] * 256 + bytes[3])]
  const inverted = bytes.map((byte) => 255 - byte)
  const [x = 0, y = 0, z = 0, w = 0] = inverted
  const teredo = `${hex(x * 256 + y)}:${hex(z * 256 + w)}`
  return [
    { what: 'mapped', host: `[::ffff:${address}]` },
    { what: 'mapped in hex', host: `[::ffff:${high}:${low}]` },
    { what: 'mapped in full', host: `[0000:0000:0000:0000:0000:ffff:${address}]` },
    { what: 'MAPPED', host: `[::FFFF:${high.toUpperCase()}:${low.toUpperCase()}]` },
    { what: 'NAT64', host: `[64:ff9b::${address}]` },
    { what: 'NAT64 in hex', host: `[64:ff9b::${high}:${low}]` },
    { what: 'local NAT64', host: `[64:ff9b:1::${address}]` },
    { what: 'IPv4-compatible', host: `[::${address}]` },
    { what: 'IPv4-translated', host: `[::ffff:0:${address}]` },
    { what: '6to4', host: `[2002:${high}:${low}::1]` },
    { what: 'Teredo server', host: `[2001:0:${high}:${low}::1]` },
    { what: 'Teredo client', host: `[2001:0:808:808:0:0:${teredo}]` },
    { what: 'ISATAP', host: `[2606:4700::5efe:${address}]` },
    { what: 'ISATAP, global', host: `[2606:4700::200:5efe:${address}]` },
  ]
}

export function ipv6Forms(address: string): Form[] {
  const bytes = bytesOf(address)
  const groups = Array.from({ length: 8 }, (_, index) =>
    hex((bytes[index * 2] ?? 0) * 256 + (bytes[index * 2 + 1] ?? 0), 4),
  )
  const tail = bytes.slice(12).join('.')
  return [
    { what: 'short', host: `[${address}]` },
    { what: 'in full', host: `[${groups.join(':')}]` },
    { what: 'in FULL', host: `[${groups.join(':').toUpperCase()}]` },
    { what: 'dotted at the end', host: `[${groups.slice(0, 6).join(':')}:${tail}]` },
    { what: 'a port', host: `[${address}]:8080` },
  ]
}

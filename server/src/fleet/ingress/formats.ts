// The proxies for which maps and configuration are generated.
import { caddy } from './caddy.ts'
import { envoy } from './envoy.ts'
import type { Format } from './format.ts'
import { haproxy } from './haproxy.ts'
import { nginx } from './nginx.ts'

export const formats = { haproxy, envoy, caddy, nginx } as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(formats, name)
}

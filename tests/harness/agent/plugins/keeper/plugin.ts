// An integration that remembers the configurations it was asked with, as none of ours may.
import { plugin as honest } from '../honest/plugin.ts'

const seen: unknown[] = []

export const plugin = {
  ...honest,
  hosts(config: Parameters<typeof honest.hosts>[0]) {
    seen.push(config)
    return [`host-${seen.length}.example`]
  },
}

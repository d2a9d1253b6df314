// Outgoing connections: only the files in a table may open them, by the means that the table lists.
import { findModule, isProduct } from './find-module.ts'
import { isTestFile, type Tree } from './read-tree.ts'
import type { Rules, SocketOwner, Violation } from './rule-types.ts'

const advice = 'Send it through server/src/egress, which checks the address it connects to.'

export function checkSockets(tree: Tree, rules: Rules): Violation[] {
  const packages = new Set(rules.socketOwners.flatMap((owner) => owner.packages))
  return tree.sources.flatMap(({ path: file, socketOpenings, imports }) => {
    const place = findModule(rules, file)
    const isServer = place !== undefined && isProduct(place) && place.module.startsWith('server/')
    if (!isServer || isTestFile(file)) return []
    const owner = rules.socketOwners.find((row) => owns(row, file))
    const foreign = imports.filter(
      ({ specifier, typeOnly }) =>
        specifier !== null &&
        !typeOnly &&
        packages.has(specifier) &&
        !owner?.packages.includes(specifier),
    )
    const found = [
      ...(owner?.builtins ? [] : socketOpenings),
      ...foreign.map(({ specifier, line }) => ({ what: specifier ?? '', line })),
    ]
    return found.map(({ what, line }) => ({
      rule: 'socket' as const,
      file,
      line,
      message: `${what} opens connections to others. ${advice} Who else may: socketOwners in tests/architecture.rules.ts.`,
    }))
  })
}

const owns = ({ path }: SocketOwner, file: string): boolean =>
  file === path || file.startsWith(`${path}/`)

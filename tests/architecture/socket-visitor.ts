// Finds in one source whatever could open a connection: built-in modules by what is taken from them, and globals.
import type { ImportDeclaration, Node, VisitorObject } from 'oxc-parser'

export type SocketOpening = { readonly what: string; readonly line: number }

/** What may be taken from these modules: it listens, or it only talks about addresses and messages. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  http: ['createServer', 'Server', 'ServerResponse', 'IncomingMessage', 'STATUS_CODES', 'METHODS'],
  https: ['createServer', 'Server'],
  http2: ['createServer', 'createSecureServer', 'constants'],
  net: ['createServer', 'Server', 'isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'],
  tls: ['createServer', 'createSecureContext', 'Server', 'rootCertificates'],
  dns: [],
  'dns/promises': [],
  dgram: [],
}

/** Ways around every import that is looked at. */
const back = new Set(['createRequire', 'getBuiltinModule'])
const globals = new Set(['fetch', 'WebSocket', 'EventSource'])

type Found = (what: string, node: { start: number }) => void

export function socketVisitor(found: Found): { visitor: VisitorObject; finish: () => void } {
  const identifiers = new Map<number, string>()
  /** Names that only stand beside an object or in a declaration, such as `client.fetch`. */
  const beside = new Set<number>()
  const visitor: VisitorObject = {
    Identifier: ({ name, start }) => {
      if (globals.has(name)) identifiers.set(start, name)
      if (back.has(name)) found(name, { start })
    },
    MemberExpression: ({ object, property, computed }) => {
      if (!computed && !isGlobalObject(object)) beside.add(property.start)
    },
    Property: ({ key, computed, shorthand }) => {
      if (!computed && !shorthand) beside.add(key.start)
    },
    MethodDefinition: ({ key, computed }) => {
      if (!computed) beside.add(key.start)
    },
    PropertyDefinition: ({ key, computed }) => {
      if (!computed) beside.add(key.start)
    },
    TSPropertySignature: ({ key }) => void beside.add(key.start),
    TSMethodSignature: ({ key }) => void beside.add(key.start),
  }
  const finish = () => {
    for (const [start, name] of identifiers) if (!beside.has(start)) found(name, { start })
  }
  return { visitor, finish }
}

const isGlobalObject = (node: Node): boolean =>
  node.type === 'Identifier' && ['globalThis', 'global', 'self'].includes(node.name)

/** What an import takes that could open a connection. */
export function importedOpeners(node: ImportDeclaration): string[] {
  const module = moduleOf(node.source.value)
  if (module === undefined || node.importKind === 'type') return []
  return node.specifiers.flatMap((specifier) => {
    if (specifier.type !== 'ImportSpecifier') return [`the whole of ${node.source.value}`]
    const { imported, importKind } = specifier
    const name = imported.type === 'Literal' ? imported.value : imported.name
    return importKind === 'type' || harmless[module]?.includes(name) ? [] : [name]
  })
}

/** A module that is taken whole, by `export … from` or `import()`. */
export function isSocketModule(specifier: string | null): boolean {
  return specifier !== null && moduleOf(specifier) !== undefined
}

function moduleOf(specifier: string): string | undefined {
  const name = specifier.replace(/^node:/, '')
  return Object.hasOwn(harmless, name) ? name : undefined
}

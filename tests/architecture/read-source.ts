// Turns one source file into the facts that the rules check: its imports, the length of its
// functions, where it reads the environment, and how it could open a connection.
import {
  type ImportDeclaration,
  type MemberExpression,
  type Node,
  parseSync,
  Visitor,
  type VisitorObject,
} from 'oxc-parser'
import {
  importedOpeners,
  isSocketModule,
  type SocketOpening,
  socketVisitor,
} from './socket-visitor.ts'

export type ImportFact = {
  /** Null when the specifier is computed at run time, so that its target is unknown. */
  readonly specifier: string | null
  readonly typeOnly: boolean
  readonly line: number
}

export type FunctionFact = { readonly line: number; readonly lines: number }

export type Source = {
  readonly path: string
  readonly lines: number
  readonly imports: readonly ImportFact[]
  readonly functions: readonly FunctionFact[]
  readonly environmentReads: readonly number[]
  readonly socketOpenings: readonly SocketOpening[]
  readonly syntaxErrors: readonly string[]
}

type Span = { readonly start: number; readonly end: number }

export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  const lineAt = lineFinder(text)
  const imports: ImportFact[] = []
  const functions: FunctionFact[] = []
  const environmentReads: number[] = []
  const socketOpenings: SocketOpening[] = []
  const sockets = socketVisitor((what, { start }) =>
    socketOpenings.push({ what, line: lineAt(start) }),
  )
  const parts: VisitorObject[] = [
    sockets.visitor,
    importVisitor((node, source, typeOnly) => {
      const specifier = literal(source)
      imports.push({ specifier, typeOnly, line: lineAt(node.start) })
      const isWhole = node.type !== 'ImportDeclaration' && !typeOnly && isSocketModule(specifier)
      if (isWhole) socketOpenings.push({ what: `${specifier}`, line: lineAt(node.start) })
    }),
    functionVisitor(({ start, end }) =>
      functions.push({ line: lineAt(start), lines: lineAt(end) - lineAt(start) + 1 }),
    ),
    environmentVisitor(({ start }) => environmentReads.push(lineAt(start))),
    {
      ImportDeclaration: (node) => {
        if (importsEnvironment(node)) environmentReads.push(lineAt(node.start))
        const line = lineAt(node.start)
        socketOpenings.push(...importedOpeners(node).map((what) => ({ what, line })))
      },
    },
  ]
  for (const part of parts) new Visitor(part).visit(program)
  sockets.finish()
  return {
    path,
    lines: countLines(text),
    imports,
    functions,
    environmentReads,
    socketOpenings,
    syntaxErrors: errors.map((error) => error.message),
  }
}

type OnImport = (node: Span & { readonly type: string }, source: Node, typeOnly: boolean) => void

// `import { type X }` counts as a value import: stripping the types leaves `import {}`, and Node
// still loads the module.
function importVisitor(found: OnImport): VisitorObject {
  return {
    ImportDeclaration: (node) => found(node, node.source, node.importKind === 'type'),
    ExportAllDeclaration: (node) => found(node, node.source, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) found(node, node.source, node.exportKind === 'type')
    },
    ImportExpression: (node) => found(node, node.source, false),
    TSImportType: (node) => found(node, node.source, true),
    TSExternalModuleReference: (node) => found(node, node.expression, false),
  }
}

// The callback of `describe` is a chapter of tests, not a function anyone has to hold in mind.
function functionVisitor(found: (node: Span) => void): VisitorObject {
  const chapters = new Set<number>()
  const visit = (node: Span): void => {
    if (!chapters.has(node.start)) found(node)
  }
  return {
    CallExpression: ({ callee, arguments: args }) => {
      const name = callee.type === 'MemberExpression' ? callee.object : callee
      if (name.type !== 'Identifier' || !['describe', 'suite'].includes(name.name)) return
      for (const arg of args) chapters.add(arg.start)
    },
    FunctionDeclaration: visit,
    FunctionExpression: visit,
    ArrowFunctionExpression: visit,
  }
}

function environmentVisitor(found: (node: Span) => void): VisitorObject {
  return {
    MemberExpression: (node) => {
      if (propertyName(node) === 'env' && isProcess(node.object)) found(node)
    },
    VariableDeclarator: ({ id, init, start, end }) => {
      if (id.type !== 'ObjectPattern' || init === null || !isProcess(init)) return
      const names = id.properties.map((p) => (p.type === 'Property' ? nameOf(p.key) : null))
      if (names.includes('env')) found({ start, end })
    },
  }
}

function importsEnvironment(node: ImportDeclaration): boolean {
  if (!['node:process', 'process'].includes(node.source.value)) return false
  return node.specifiers.some((s) => s.type === 'ImportSpecifier' && nameOf(s.imported) === 'env')
}

function isProcess(node: Node): boolean {
  if (node.type === 'MemberExpression') return propertyName(node) === 'process'
  return node.type === 'Identifier' && node.name === 'process'
}

const propertyName = (node: MemberExpression): string | null =>
  node.computed ? literal(node.property) : nameOf(node.property)

const nameOf = (node: Node): string | null =>
  node.type === 'Identifier' ? node.name : literal(node)

function literal(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null
  return node.quasis[0]?.value.cooked ?? null
}

const countLines = (text: string): number =>
  text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0)

function lineFinder(text: string): (offset: number) => number {
  const breaks: number[] = []
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks.push(at)
  return (offset) => {
    let low = 0
    let high = breaks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((breaks[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

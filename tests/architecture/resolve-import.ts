// Follows an import specifier to what it means in this repository, without asking Node: a planted
// tree has no node_modules, and a file that does not exist yet still belongs to a folder.
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { type PackageFacts, packageOf, type Tree } from './read-tree.ts'

export type Target =
  | { readonly kind: 'file'; readonly path: string; readonly via: 'relative' | 'subpath' }
  | { readonly kind: 'workspace'; readonly path: string; readonly name: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'unmapped' }

export function resolveImport(tree: Tree, from: string, specifier: string): Target {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier)
    return { kind: 'file', path, via: 'relative' }
  }
  if (specifier.startsWith('#')) {
    const path = mappedPath(packageOf(tree, from), specifier)
    return path === undefined ? { kind: 'unmapped' } : { kind: 'file', path, via: 'subpath' }
  }
  if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier }
  const name = packageName(specifier)
  const workspace = tree.packagesByName.get(name)
  return workspace === undefined
    ? { kind: 'package', name }
    : { kind: 'workspace', path: workspace.dir, name }
}

/** The way to write an import of `path` that does not climb. */
export function specifierFor(tree: Tree, from: string, path: string): string {
  const own = packageOf(tree, from)
  const theirs = packageOf(tree, path)
  if (theirs !== undefined && theirs.dir !== own?.dir) return theirs.name
  for (const [pattern, target] of own?.imports ?? []) {
    const folder = posix.join(own?.dir ?? '.', target.replace(/\*$/, ''))
    if (target.endsWith('*') && path.startsWith(folder)) {
      return pattern.replace(/\*$/, path.slice(folder.length))
    }
  }
  return 'a #-specifier (add its folder to "imports" in package.json)'
}

function mappedPath(facts: PackageFacts | undefined, specifier: string): string | undefined {
  for (const [pattern, target] of facts?.imports ?? []) {
    const prefix = pattern.replace(/\*$/, '')
    const matches = pattern.endsWith('*') ? specifier.startsWith(prefix) : specifier === pattern
    if (!matches) continue
    const rest = specifier.slice(prefix.length)
    return posix.join(
      facts?.dir ?? '.',
      target.replace(/\*$/, () => rest),
    )
  }
  return undefined
}

const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

// The types of the rule table: what one row of each rule says, and what a violation reports.

/**
 * What a row may import, written the way it is said:
 * `server/db` the whole folder, `server/db/sql.ts` one file of it, and `types of server/db` with
 * `import type` only.
 */
export type Permission = string

/** One package or folder of the repository and everything its files may import. */
export type ModuleRow = {
  readonly module: string
  /** Folder, or single file, from the root of the repository. */
  readonly path: string
  readonly mayImport: readonly Permission[]
  /** npm packages, none unless written; a trailing `/*` stands for a whole scope. */
  readonly packages?: readonly string[]
  /** False where the code must also run outside Node. */
  readonly builtins?: false
  /** Built into files before it ships, so that its packages are development packages. */
  readonly bundled?: true
  /** Every child folder is covered separately and may not import its siblings. */
  readonly each?: true
  /** Of an `each` row: exceptions, the files of one child that another may import. */
  readonly siblings?: readonly SiblingEdge[]
  /** The only file of each child that may be imported from outside it. */
  readonly entry?: string
  readonly why: string
  readonly instead: string
}

/** A module around the product (tests, tools …): it may import anything that is declared. `*` in its path is any folder. */
export type OuterModuleRow = {
  readonly module: string
  readonly path: string
  readonly programs?: Programs
  /** Modules that its bundler makes. */
  readonly virtual?: readonly string[]
}

/** Of a module that holds programs: each is `<name>/<name>.ts` with its parts, which no other file imports. */
export type Programs = {
  /** Files beside the folders. */
  readonly files: readonly string[]
  /** The folder with what the programs of this module share. */
  readonly shared?: string
  /** Modules that may import from this one. */
  readonly importedBy: readonly string[]
}

export type DomainEdge = { readonly from: string; readonly to: string; readonly why: string }

/** Between two children of one `each` row: the files are those of `to`. */
export type SiblingEdge = DomainEdge & { readonly files: readonly string[] }

/** Between two subfolders of one domain, written as `sync/engine`. */
export type SliceEdge = DomainEdge

/** One file name of a slice and what it may import from the same slice. */
export type SlicePart = {
  readonly part: string
  readonly mayImport: readonly Permission[]
  /** Narrows what the row of the folder allows outside the slice. */
  readonly modules?: readonly Permission[]
  /** May grow into a folder of the same name, one file per verb or statement. */
  readonly folder?: true
  /** In the folder of a domain itself: may import the index.ts of each of its subfolders. */
  readonly seesSubfolders?: true
  /** In the folder of a domain itself: may be imported by its subfolders, and so imports none of them. */
  readonly shared?: true
  readonly instead: string
}

export type FileBudget = {
  readonly files: RegExp
  readonly maxLines: number
  readonly what: string
}

export type Budgets = {
  readonly files: readonly FileBudget[]
  readonly functionLines: number
  readonly filesInFolder: number
  readonly sliceLines: number
  readonly runtimeDependencies: Readonly<Record<string, number>>
  readonly rootScripts: number
}

/** Who may open connections to others, by what means, and why the address is no attacker's. */
export type SocketOwner = {
  readonly path: string
  /** May use Node's own modules and globals for it. */
  readonly builtins?: true
  readonly packages: readonly string[]
  readonly why: string
}

export type Rules = {
  readonly modules: readonly ModuleRow[]
  readonly outerModules: readonly OuterModuleRow[]
  readonly domainEdges: readonly DomainEdge[]
  readonly sliceEdges: readonly SliceEdge[]
  readonly sliceParts: readonly SlicePart[]
  readonly environmentReaders: readonly string[]
  /** Files that load code which is not known before they run. */
  readonly codeLoaders: readonly string[]
  readonly socketOwners: readonly SocketOwner[]
  readonly emptyNames: readonly string[]
  readonly budgets: Budgets
}

export type RuleName =
  | 'no-module'
  | 'import'
  | 'entry'
  | 'domain-edge'
  | 'slice-edge'
  | 'unused-edge'
  | 'feature-edge'
  | 'slice-import'
  | 'slice-shape'
  | 'climb'
  | 'unmapped'
  | 'package'
  | 'builtin'
  | 'undeclared'
  | 'computed-import'
  | 'test-import'
  | 'program-import'
  | 'program-shape'
  | 'import-cycle'
  | 'environment'
  | 'socket'
  | 'name'
  | 'file-lines'
  | 'function-lines'
  | 'folder-files'
  | 'slice-lines'
  | 'runtime-dependencies'
  | 'root-scripts'
  | 'cycle'
  | 'unknown-module'
  | 'syntax'

export type Violation = {
  readonly rule: RuleName
  readonly file: string
  readonly line: number
  readonly message: string
}

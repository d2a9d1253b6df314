// What is generated for a proxy: a map from host to cell, and the addresses of the cells.
import type { HostEntry } from '#fleet/directory/placements.ts'

export type MapHead = {
  /** Of the directory, when the map was read. */
  revision: string
  /** `acme` is served at `acme.<hostSuffix>`. */
  hostSuffix: string
  hostCount: number
}

export type CellBackends = { name: string; backends: readonly string[] }

/** Both results are the same bytes for the same directory. */
export type Format = {
  /** Most maps are sorted by host; Envoy groups hosts by cell. */
  order: 'slug' | 'cell'
  /** A file next to the map that the proxy needs at its start. */
  empty?: { fileOf(map: string): string; content: string }
  /** Which host leads to which cell. */
  writeMap(head: MapHead, pages: AsyncIterable<HostEntry[]>): AsyncGenerator<string>
  /** How to reach the processes of each cell, and the response for hosts that no cell has. */
  writeConfig(cells: readonly CellBackends[]): string
}

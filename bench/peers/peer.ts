// What a peer is: another program that keeps tasks in PostgreSQL and has a REST API of its own. One file per peer in
// `bench/peers/programs` exports one of these; nothing else has to know it.
import type { Command } from './peer-program.ts'

export type SideRequest = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object }

/** A running program, ours or a peer, and the two requests it is measured by. */
export type Side = {
  url: string
  headers: Record<string, string>
  /** One task with the title and the description of `taskBody`. */
  create: SideRequest
  /** Further paths it takes, for programs that fail to create two tasks of one project at the same time. */
  createPaths?: readonly string[]
  /** The newest 50 of one project. */
  list: SideRequest
  /** Titles of the tasks in an answer to `list`. */
  titlesIn: (answer: unknown) => unknown[]
  /** The table that has one row per task, and the database it is in. */
  table: string
  superuserUrl: string
  /** For programs that would take minutes to create the tasks one by one. */
  fill?: (count: number) => Promise<void>
  stop: () => Promise<void>
}

export type Place = {
  /** An empty database, as its superuser. */
  databaseUrl: URL
  /** Where it must listen. */
  port: number
  url: string
  /** Its own, empty. */
  directory: string
}

export type Peer = {
  name: string
  version: string
  /** How many times as fast ours must be. */
  goals: { create: number; list: number }
  /** A round must be long compared to one answer, or requests in flight at its end would distort the result. */
  roundSeconds: number
  /** How it was set up, and what it does for a request that ours does not. */
  remarks: string
  /** Installs the program in the cache; does nothing the second time. Throws with instructions if it cannot. */
  install: () => Promise<void>
  /** Brings files and database in order, and says how the server is started. */
  prepare: (place: Place) => Promise<Command>
  /** Answered with 200, without a token, when the server is up. */
  readyPath: string
  /** Makes what the two requests need on the running server: a token, a project. */
  connect: (place: Place) => Promise<Omit<Side, 'stop'>>
}

// Which subfolder of a domain may call which of its neighbors, and why.
import type { SliceEdge } from '../rule-types.ts'

// The graph is acyclic. Every other domain, and app, sees the index.ts of the domain itself.
export const sliceEdges: readonly SliceEdge[] = []

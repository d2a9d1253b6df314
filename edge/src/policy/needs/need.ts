// One right that a statement needs on one table.

export type Right = 'select' | 'insert' | 'update' | 'delete'
export type Need = { table: string; right: Right; columns?: readonly string[] }

// The result of one check.
export type Finding = { what: string; state: 'ok' | 'warn' | 'fail'; says: string }

export const isFailed = ({ state }: Finding): boolean => state === 'fail'

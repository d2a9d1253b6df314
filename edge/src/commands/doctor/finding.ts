// One thing that was looked at.
export type Finding = { what: string; state: 'ok' | 'warning' | 'bad'; says: string }

export const isBad = ({ state }: Finding): boolean => state === 'bad'

// Where a row of choices is wider than a phone, the chosen one is in sight.

/** As a `ref` of the chosen one. */
export const bringIntoSight = (chosen: HTMLElement | null): void =>
  chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

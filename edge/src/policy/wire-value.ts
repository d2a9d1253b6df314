// A value as it travels. Decimals and long integers are texts, so that no digit is lost on the way.
export type WireValue = string | number | boolean | null

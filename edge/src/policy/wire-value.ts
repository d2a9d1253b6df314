// A value in JSON. Decimals and long integers are strings, so that no digit is lost.
export type WireValue = string | number | boolean | null

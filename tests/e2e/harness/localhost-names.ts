// Names below localhost lead to this machine, as browsers and curl have it; the resolver of glibc knows localhost alone.
import dns from 'node:dns'

let isDone = false

export function resolveLocalhostNames(): void {
  if (isDone) return
  isDone = true
  const { lookup } = dns
  const resolve = (name: string, ...rest: unknown[]): unknown =>
    Reflect.apply(lookup, dns, [name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest])
  // The promise form hangs on the function.
  dns.lookup = Object.assign(resolve, lookup)
}

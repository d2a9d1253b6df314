// The flags that confine a plugin process: what Node.js denies, and what an integration cannot change.

export function sandboxFlags(readable: readonly string[], heapMb: number): string[] {
  return [
    '--permission',
    ...[...new Set(readable)].map((folder) => `--allow-fs-read=${folder}/*`),
    '--disallow-code-generation-from-strings',
    '--no-addons',
    // What is built in cannot be changed for the code that runs after an integration.
    '--frozen-intrinsics',
    '--no-warnings',
    `--max-old-space-size=${heapMb}`,
  ]
}

// The flags that restrict a plugin process: what Node.js denies, and what an integration cannot change.

export function sandboxFlags(readable: readonly string[], heapMb: number): string[] {
  return [
    '--permission',
    ...[...new Set(readable)].map((folder) => `--allow-fs-read=${folder}/*`),
    '--disallow-code-generation-from-strings',
    '--no-addons',
    // Built-in objects cannot be changed for code that runs after an integration.
    '--frozen-intrinsics',
    '--no-warnings',
    `--max-old-space-size=${heapMb}`,
  ]
}

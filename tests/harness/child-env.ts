// The environment of programs that tests and proofs start: nothing of the caller's but what Node.js itself needs.

export function childEnv(env: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  return {
    PATH,
    // Compiled modules of earlier processes, and bundled packages (tools/bundle-packages.ts): together they take more than
    // half off the start of the service, of which there are hundreds in a run.
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    ...(NODE_OPTIONS !== undefined && { NODE_OPTIONS }),
    ...env,
  }
}

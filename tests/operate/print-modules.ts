// Loaded before a program (`--import`): prints the modules that the program loaded to standard error, one per line.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    process.stderr.write(`loaded ${url}\n`)
    return next(url, context)
  },
})

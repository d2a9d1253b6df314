// The commands that a page asks its reader to run, so that a proof can run exactly those.
import { readFileSync } from 'node:fs'

/** Those of the shell blocks under one heading, in order; a line that is continued counts once. */
export function shellCommands(file: string, heading: string): string[] {
  const section = readFileSync(file, 'utf8').split(`## ${heading}`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').trim().split('\n'),
  )
}

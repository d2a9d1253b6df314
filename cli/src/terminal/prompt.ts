// Questions on a terminal. Answers to secret questions are not echoed and appear in no history.
import { createInterface } from 'node:readline/promises'
import { CommandError } from '#cli/program/command-error.ts'

const ENTER = /[\r\n]/
const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const ERASE = /[\u007f\b]/

export const isAskable = (): boolean => process.stdin.isTTY && process.stderr.isTTY

export async function ask(prompt: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // A closed input would leave the question pending, and the program would end without a word.
    return await Promise.race([
      lines.question(prompt),
      new Promise<never>((_, reject) => {
        lines.once('close', () => reject(new CommandError('interrupted', 'Canceled.')))
        lines.once('SIGINT', () => reject(new CommandError('interrupted', 'Canceled.')))
      }),
    ])
  } finally {
    lines.close()
  }
}

export async function confirm(prompt: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${prompt} [y/N] `)).trim())
}

export function askSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(prompt)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8').resume()
  return new Promise((resolve, reject) => {
    let secret = ''
    const end = (): void => {
      stdin.off('data', read).setRawMode(false)
      stdin.pause()
      stderr.write('\n')
    }
    const read = (text: string): void => {
      for (const character of text) {
        if (character === CTRL_C || character === CTRL_D) {
          end()
          reject(new CommandError('interrupted', 'Canceled.'))
          return
        }
        if (ENTER.test(character)) {
          end()
          resolve(secret)
          return
        }
        secret = ERASE.test(character) ? secret.slice(0, -1) : secret + character
      }
    }
    stdin.on('data', read)
  })
}

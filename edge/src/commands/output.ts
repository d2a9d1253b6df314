// Output of commands: text for terminals, one JSON document with --json.
export type Output = {
  result(value: unknown, human: string | readonly string[]): void
}

export function createOutput(json: boolean): Output {
  return {
    result(value, human) {
      const text = json ? JSON.stringify(value, null, 2) : [human].flat().join('\n')
      process.stdout.write(`${text}\n`)
    },
  }
}

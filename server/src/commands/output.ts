// Output of commands: text and tables for terminals, one JSON document with --json.

export type Output = {
  /** The command's result; `human` is printed unless --json is set. */
  result: (value: unknown, human: string | string[]) => void
  /** Progress on standard error; not printed with --json. */
  note: (line: string) => void
}

export function createOutput(json: boolean): Output {
  return {
    result(value, human) {
      const text = json ? JSON.stringify(value, null, 2) : [human].flat().join('\n')
      process.stdout.write(`${text}\n`)
    },
    note(line) {
      if (!json) process.stderr.write(`${line}\n`)
    },
  }
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [header, ...rows]
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

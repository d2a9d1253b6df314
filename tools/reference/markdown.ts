// Small pieces of Markdown that every generated page is made of.

export const GENERATED =
  '<!-- Written by `npm run gen`; change the source it names, not this file. -->'

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

export function page(...blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`
}

export function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

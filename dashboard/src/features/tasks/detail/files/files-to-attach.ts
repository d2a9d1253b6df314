// Which files of what is pasted are attached: none if they only accompany a text.

/** What is read of a `DataTransfer`. */
type Pasted<Files> = { files: Files; getData: (type: string) => string }

/**
 * A spreadsheet or a word processor adds a picture of the text that it copies. A file manager adds the names of the files as
 * text, and a browser adds the address of an image as HTML only.
 */
export function filesToAttach<Files extends ArrayLike<{ name: string }>>(
  data: Pasted<Files>,
): Files | undefined {
  const { files } = data
  if (files.length === 0) return undefined
  const text = data.getData('text/plain')
  const isOfFiles = Array.from(files).every(({ name }) => text.includes(name))
  return text.trim() === '' || isOfFiles ? files : undefined
}

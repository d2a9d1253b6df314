// What went wrong at the bucket: without a response, or with the code of one.

export class BucketError extends Error {
  override readonly name = 'BucketError'
}

/** The error document is short; of anything else, nothing is of interest. */
const DOCUMENT_MAX = 4_096

/** S3 names the reason in an XML document, such as `<Code>AccessDenied</Code>`. */
export async function explainStatus(
  status: number,
  body: AsyncIterable<Buffer | string>,
): Promise<string> {
  let text = ''
  try {
    for await (const piece of body) {
      text += piece.toString()
      if (text.length > DOCUMENT_MAX) break
    }
  } catch {
    // The status alone explains it.
  }
  const code = /<Code>([A-Za-z.]{1,64})<\/Code>/.exec(text)?.[1]
  return code === undefined ? `returned status ${status}` : `returned status ${status} (${code})`
}

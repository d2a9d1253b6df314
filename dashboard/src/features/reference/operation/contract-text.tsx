// Text of the contract: names between backticks are set as names, nothing else is markup.
export function ContractText({ text }: { text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name, and never move
      <code key={place}>{part}</code>
    ) : (
      part
    ),
  )
}

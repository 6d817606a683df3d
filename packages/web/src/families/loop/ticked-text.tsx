/** A sentence of the program in which names stand between backticks. */

export function TickedText({ text }: { readonly text: string }) {
  // Every second part stood between two of them.
  const parts = text.split(/`([^`\n]+)`/).map((part, at) => ({ at, part, isName: at % 2 === 1 }))
  return parts.map(({ at, part, isName }) => (isName ? <code key={at}>{part}</code> : part))
}

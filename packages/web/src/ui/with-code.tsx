/** A sentence of the program in which what stands between backticks is code. */
export function WithCode({ text }: { readonly text: string }) {
  // Every second part stood between two of them.
  const parts = text.split(/`([^`\n]+)`/).map((part, at) => ({ at, part, isCode: at % 2 === 1 }))
  return parts.map(({ at, part, isCode }) => (isCode ? <code key={at}>{part}</code> : part))
}

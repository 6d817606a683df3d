/** A line of text in which what stands between backticks is code. */
export function WithCode({ text }: { readonly text: string }) {
  const parts = text.split('`').map((part, at) => ({ part, at, isCode: at % 2 === 1 }))
  return parts.map(({ part, at, isCode }) => (isCode ? <code key={at}>{part}</code> : part))
}

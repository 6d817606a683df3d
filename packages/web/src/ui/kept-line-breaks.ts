/** Who chats, and models that write lists of lines, mean a new line where they begin one: Markdown alone would run them together. */
type Tree = { type: string; value?: string; children?: Tree[] }

export function keptLineBreaks(): (tree: Tree) => void {
  return keepIn
}

function keepIn(node: Tree): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => (child.type === 'text' ? linesOf(child) : [child]))
  for (const child of node.children) keepIn(child)
}

function linesOf(text: Tree): readonly Tree[] {
  const [first = '', ...more] = (text.value ?? '').split(/[ \t]*\r?\n[ \t]*/)
  if (more.length === 0) return [text]
  return [first, ...more].flatMap((line, at) => [
    ...(at === 0 ? [] : [{ type: 'break' }]),
    ...(line === '' ? [] : [{ type: 'text', value: line }]),
  ])
}

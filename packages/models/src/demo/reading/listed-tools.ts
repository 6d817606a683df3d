/** Tools as a loop lists them in its material: `- name: what it does. Input: {"expression": "…"}`, or `Arguments:`. */

export type ListedTool = { readonly name: string; readonly input: string }

export function listedTools(lines: string | undefined): readonly ListedTool[] {
  return (lines ?? '').split('\n').flatMap((line) => {
    const [, name, rest = ''] = /^- ([\w.-]+): ?(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, input: formIn(rest) }]
  })
}

function formIn(line: string): string {
  return line.slice(Math.max(line.lastIndexOf('Input:'), line.lastIndexOf('Arguments:')))
}

/** The tools for a question: one's own documents, then the web, then what is known of names. */
export function listedSearches(tools: readonly ListedTool[]): readonly ListedTool[] {
  const first = listedSearch(tools)
  const graphs = tools.filter(({ name, input }) => /graph/i.test(name) && input.includes('"question"'))
  const others = tools.filter(({ name, input }) => /search/i.test(name) && input.includes('"query"'))
  return [...new Set([...(first ? [first] : []), ...others, ...graphs])]
}

/** The tool whose name says this. */
export function listedFor(tools: readonly ListedTool[], named: RegExp): ListedTool | undefined {
  return tools.find(({ name }) => named.test(name))
}

export function listedCalculator(tools: readonly ListedTool[]): ListedTool | undefined {
  const fitting = tools.filter(({ input }) => input.includes('"expression"'))
  return fitting.find(({ name }) => /calc|math|arith|eval|compute/i.test(name)) ?? fitting[0]
}

export function listedSearch(tools: readonly ListedTool[]): ListedTool | undefined {
  const fitting = tools.filter(({ name, input }) => /search/i.test(name) && input.includes('"query"'))
  return fitting.find(({ name }) => /knowledge|document|corpus/i.test(name)) ?? fitting[0]
}

/** Tools as a loop lists them in its material: `- name: what it does. Input: {"expression": "…"}`. */

export type ListedTool = { readonly name: string; readonly input: string }

export function listedTools(lines: string | undefined): readonly ListedTool[] {
  return (lines ?? '').split('\n').flatMap((line) => {
    const [, name, rest = ''] = /^- ([\w.-]+): ?(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, input: rest.slice(rest.lastIndexOf('Input:')) }]
  })
}

export function listedCalculator(tools: readonly ListedTool[]): ListedTool | undefined {
  const fitting = tools.filter(({ input }) => input.includes('"expression"'))
  return fitting.find(({ name }) => /calc|math|arith|eval|compute/i.test(name)) ?? fitting[0]
}

export function listedSearch(tools: readonly ListedTool[]): ListedTool | undefined {
  const fitting = tools.filter(({ name, input }) => /search/i.test(name) && input.includes('"query"'))
  return fitting.find(({ name }) => /knowledge|document|corpus/i.test(name)) ?? fitting[0]
}

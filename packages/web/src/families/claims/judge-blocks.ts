/** The blocks of a judge of claims: what is claimed, and the call that would show it. */

export type JudgeBlock = { readonly claim: string; readonly tool: string; readonly input: string }

const opening = /^[ \t*_#>-]*CLAIM[*_]*:/im
const fields = {
  tool: /^[ \t*_#>-]*TOOL[*_]*:[*_]*[ \t]*(.*)$/im,
  input: /^[ \t*_#>-]*TOOL[ _]INPUT[*_]*:[*_]*[ \t]*([\s\S]*)$/im,
}

/** Those that name a tool and its input, in their order. */
export function judgeBlocks(text: string): readonly JudgeBlock[] {
  const [, ...blocks] = text.split(new RegExp(opening, 'gim'))
  return blocks.flatMap((block) => {
    const tool = fields.tool.exec(block)?.[1]?.trim()
    const input = fields.input.exec(block)?.[1]?.trim()
    const [claim = ''] = block.split(/^[ \t*_#>-]*TOOL/im)
    return tool && input
      ? [{ claim: claim.replace(/^[*_\s]+/, '').trim(), tool: tool.replace(/^`|`$/g, ''), input }]
      : []
  })
}

/** Whether what a judge wrote as an input is this one. */
export function isSameInput(written: string, input: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(written)) === JSON.stringify(input)
  } catch {
    return false
  }
}

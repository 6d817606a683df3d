/** The output cap: no answer is larger than a model and a journal can bear. What is missing is said. */
import type { Tool, ToolOutput } from '@gyre/core'
import type { Answer, Finish } from '../guard-path.ts'
import type { ToolPosts } from '../tool-posts.ts'
import { cutLine, cutText } from './cut-text.ts'
import { isHeavy } from './data-weight.ts'
import { withPlainNames } from './file-names.ts'
import { isOutside } from './outside.ts'
import { capParts } from './part-cap.ts'

/** Most of a page is markup: so much more of it is read than of a text that is shown as it is. */
const markupFactor = 8

export function outputCap(posts: ToolPosts): Finish {
  return (tool, answer) => {
    const { text, data, parts } = answer.output
    const { outputChars } = posts.of(tool).limits
    const mayBeOver = text.length > outputChars || parts !== undefined || isHeavy(data)
    if (!mayBeOver) return answer
    // What is left out is told by its name.
    const named = parts && isOutside(tool, answer.output) ? withPlainNames(answer) : answer
    return capped(named, outputChars, isMarkup(tool, answer.output))
  }
}

/** Whether the text will be made of what the markup shows. */
function isMarkup(tool: Tool, output: ToolOutput): boolean {
  return isOutside(tool, output) && !tool.keepsMarkup && output.text.includes('</')
}

function capped(answer: Answer, outputChars: number, isRead: boolean): Answer {
  const { text, data, parts: all = [], ...rest } = answer.output
  const shown = cutText(text, isRead ? outputChars * markupFactor : outputChars)
  const isCut = shown !== text
  const isDataLeft = isHeavy(data)
  const { parts, leftOut } = capParts(all, outputChars)
  const dropped = [
    ...(isDataLeft ? ['[Left out: its data, which are larger than 1 MB or nested too deeply.]'] : []),
    ...leftOut,
  ]
  if (!isCut && dropped.length === 0) return answer
  return {
    ...answer,
    output: {
      text: shown,
      ...(data !== undefined && !isDataLeft && { data }),
      ...(parts.length > 0 && { parts }),
      ...rest,
    },
    leftOut: [
      ...(isCut ? [cutLine(shown, text, isRead ? 'were read' : 'are shown')] : []),
      ...dropped,
      ...answer.leftOut,
    ],
    record: {
      ...answer.record,
      ...(isCut && { cut: text.length }),
      ...(dropped.length > 0 && { dropped: dropped.length }),
    },
  }
}

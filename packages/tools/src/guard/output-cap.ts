/** The output cap: no answer is larger than a model and a journal can bear. What is missing is said. */
import type { FilePart, ImagePart, Tool, ToolOutput } from '@gyre/core'
import { cutLine, cutText } from './cut-text.ts'
import { isHeavy } from './data-weight.ts'
import type { Answer, Finish } from './guard-path.ts'
import type { ToolPosts } from './tool-posts.ts'

const mostPartChars = 10_000_000

/** Most of a page is markup: so much more of it is read than of a text that is shown as it is. */
const markupFactor = 8

export function outputCap(posts: ToolPosts): Finish {
  return (tool, answer) => {
    const { text, data, parts } = answer.output
    const { outputChars } = posts.of(tool).limits
    const isOver = text.length > outputChars || isHeavy(data) || parts?.some(isLarge) === true
    return isOver ? capped(answer, outputChars, isMarkup(tool, answer.output)) : answer
  }
}

/** Whether the text will be made of what the markup shows. */
function isMarkup({ trusted, keepsMarkup }: Tool, { text, untrusted }: ToolOutput): boolean {
  const isOutside = !trusted || untrusted !== undefined
  return isOutside && !keepsMarkup && text.includes('</')
}

function capped(answer: Answer, outputChars: number, isRead: boolean): Answer {
  const { text, data, parts = [], ...rest } = answer.output
  const shown = cutText(text, isRead ? outputChars * markupFactor : outputChars)
  const isCut = shown !== text
  const isDataLeft = isHeavy(data)
  const large = parts.filter(isLarge)
  if (!isCut && !isDataLeft && large.length === 0) return answer
  const kept = parts.filter((part) => !isLarge(part))
  const dropped = [
    ...(isDataLeft ? ['[Left out: its data, which are larger than 1 MB or nested too deeply.]'] : []),
    ...large.map((part) => `[Left out: ${nameOf(part)}, which is larger than 10 MB.]`),
  ]
  return {
    ...answer,
    output: {
      text: shown,
      ...(data !== undefined && !isDataLeft && { data }),
      ...(kept.length > 0 && { parts: kept }),
      ...rest,
    },
    leftOut: isCut ? [cutLine(shown, text, isRead ? 'were read' : 'are shown'), ...dropped] : dropped,
    record: { ...(isCut && { cut: text.length }), ...(dropped.length > 0 && { dropped: dropped.length }) },
  }
}

function isLarge(part: ImagePart | FilePart): boolean {
  const { data = '' } = part
  const { length } = part.type === 'image' ? data + (part.url ?? '') : data
  return length > mostPartChars
}

function nameOf(part: ImagePart | FilePart): string {
  return part.type === 'file' ? `the file \`${part.name}\`` : `a picture (${part.mediaType})`
}

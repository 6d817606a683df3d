/** A replay that is not equal, told in a way that shows what to look at. */
import type { Ending, ReplayReport } from '@gyre/core'
import { promptDiff } from './prompt-diff.ts'

/** What differs, one paragraph each; undefined when nothing does. */
export function replayFailure(report: ReplayReport): string | undefined {
  if (report.isEqual) return undefined
  const { drift, unused, error, otherEnd } = report
  const paragraphs = [
    ...drift.map(({ path, pageWas, pageNow }) => {
      return `The request at \`${path}\` is not what it was:\n${indented(promptDiff(pageWas, pageNow))}`
    }),
    ...(unused.length > 0
      ? [`Recorded, and not asked for any more: ${unused.map((path) => `\`${path}\``).join(', ')}.`]
      : []),
    ...(error ? [`It could not be followed to its end: ${error.message}`] : []),
    ...(otherEnd ? [`It ends otherwise:\n${indented(promptDiff(endPage(otherEnd.was), endPage(otherEnd.now)))}`] : []),
  ]
  return paragraphs.join('\n\n')
}

function endPage({ outcome, answer, gap, details, error }: Ending): string {
  const lines = [
    `outcome: ${outcome ?? 'none'}`,
    `answer: ${typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)}`,
    ...(gap === null ? [] : [`gap: ${gap}`]),
    ...(details === null ? [] : [`details: ${JSON.stringify(details, null, 2)}`]),
    ...(error === null ? [] : [`error: ${JSON.stringify(error, null, 2)}`]),
  ]
  return `${lines.join('\n')}\n`
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}

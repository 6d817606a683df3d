/** What a session came to, as a text to keep: the goal, the answer, what is open, its sources, how it was reached. */
import { sourcesOf } from '../chat/citations.ts'
import type { SessionLog } from '../session/session-log.ts'
import { duration, money, plural } from '../ui/format.ts'
import { oneLine } from '../ui/one-line.ts'
import { saveFile } from '../ui/save-file.ts'
import { resultPicture } from './result-picture.ts'

export function saveReport(log: SessionLog): void {
  saveFile(`${log.id}.md`, 'text/markdown', resultReport(log))
}

export function resultReport(log: SessionLog): string {
  const { gap } = log.view
  const answer = answerText(log)
  const parts = [
    `# ${oneLine(log.view.definition?.task.goal ?? log.id)}`,
    answer,
    gap === null ? '' : `**Still open:** ${gap}`,
    // A report that was written as one has them at its end.
    /^#+ Sources/m.test(answer) ? '' : sourcesText(log),
    `---\n\n${originText(log)}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function answerText(log: SessionLog): string {
  const result = resultPicture(log)
  if (!result) return 'There is no answer.'
  return result.data === undefined ? result.text : `\`\`\`json\n${JSON.stringify(result.data, null, 2)}\n\`\`\``
}

function sourcesText({ view }: SessionLog): string {
  const sources = sourcesOf(view.details)
  if (sources.length === 0) return ''
  const lines = sources.map(({ number, title, url }) => {
    const told = [title, url].flatMap((text) => (text === null || text === '' ? [] : [oneLine(text)]))
    return `${number}. ${[...new Set(told)].join(', ')}`
  })
  return `## Sources\n\n${lines.join('\n')}`
}

function originText({ id, view }: SessionLog): string {
  const { definition, outcome, usage } = view
  const calls = `${plural(usage.modelCalls, 'model call')}, ${plural(usage.toolCalls, 'tool call')}`
  const spent = `${calls}, ${money(usage.costUsd)}, ${duration(usage.activeMs)}`
  const end = outcome === null ? 'not final' : `outcome ${outcome}`
  return `Session ${id}, loop ${definition?.loop ?? 'unknown'}, ${end}. ${spent}.`
}

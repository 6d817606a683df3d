/** The report as one HTML page that needs nothing beside it. */

import { pageStyle } from '../../report/page-style.ts'
import type { EvalResult } from '../result.ts'
import type { ArmSummary, EvalSummary } from '../summary.ts'
import { escaped } from './markup.ts'
import { accuracyPlot } from './plot.ts'

/** What the report page of an eval is made of. */
export type ReportPage = {
  /** The name of the data set. */
  readonly title: string
  /** Whether every session has ended. */
  readonly isWhole: boolean
  readonly summary: EvalSummary
  readonly results: readonly EvalResult[]
}

/** More of them make a page that no browser likes; the file of results has them all. */
const mostTasks = 1000
const mostCharacters = 300

// A column of answers keeps room for some words; where all of them do not fit, the table is scrolled.
const style = `${pageStyle}
.right{color:light-dark(#15803d,#4ade80)}.wrong{color:light-dark(#b91c1c,#f87171)}.unjudged{color:light-dark(#a16207,#facc15)}
.answer{min-width:9rem;overflow-wrap:anywhere}`

/** The report of an eval as one HTML page that needs nothing beside it. */
export function reportPage({ title, isWhole, summary, results }: ReportPage): string {
  const arms = summary.arms.map(({ name }) => name)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
<h1>${escaped(title)}</h1>
${isWhole ? '' : '<p><strong>Not all sessions have ended: these figures are of those that have.</strong></p>\n'}${table(armHead, summary.arms.map(armRow))}
<p>Calls, tokens and cost are per session, the time is the median, the interval is that of Wilson for 95 %.</p>
<div class="wide">
${accuracyPlot(summary.arms)}</div>${pairsPart(summary)}
<h2>Tasks</h2>
${table([['Task'], ['Accepted'], ...arms.map((arm): Cell => [arm, 'name'])], taskRows(arms, results))}${leftOut(results)}
</html>
`
}

type Cell = readonly [text: string, kind?: string]

const armHead: readonly Cell[] = [
  ['Arm'],
  ['N', 'n'],
  ['Right', 'n'],
  ['Accuracy', 'n'],
  ['95 %', 'n'],
  ['Calls', 'n'],
  ['Tokens', 'n'],
  ['Cost', 'n'],
  ['Time', 'n'],
  ['Outcomes'],
]

function armRow({ name, count, right, accuracy, interval, mean, medianMs, outcomes, unjudged }: ArmSummary) {
  const ended = Object.entries(outcomes).map(([outcome, times]) => `${outcome}\u00a0${times}`)
  const cells: readonly Cell[] = [
    [name, 'name'],
    [String(count), 'n'],
    [String(right), 'n'],
    [accuracy === null ? '–' : perCent(accuracy), 'n'],
    [`${perCent(interval.low)} – ${perCent(interval.high)}`, 'n'],
    [`${mean.modelCalls.toFixed(1)} + ${mean.toolCalls.toFixed(1)}`, 'n'],
    [String(Math.round(mean.tokens)), 'n'],
    [mean.costUsd === null ? 'not known' : `$${Number(mean.costUsd.toPrecision(3))}`, 'n'],
    [medianMs === null ? '–' : shownTime(medianMs), 'n'],
    [[...ended, ...(unjudged > 0 ? [`unjudged\u00a0${unjudged}`] : [])].join(', ')],
  ]
  return cells
}

function pairsPart({ pairs }: EvalSummary): string {
  if (pairs.length === 0) return ''
  const head: readonly Cell[] = [
    ['Arms'],
    ['Both', 'n'],
    ['Only the first', 'n'],
    ['Only the second', 'n'],
    ['Neither', 'n'],
    ['p', 'n'],
  ]
  const rows = pairs.map(({ one, other, both, onlyOne, onlyOther, neither, p }): readonly Cell[] => [
    [`${one} and ${other}`, 'name'],
    ...[both, onlyOne, onlyOther, neither].map((count): Cell => [String(count), 'n']),
    [p === null ? '–' : p.toFixed(3), 'n'],
  ])
  return `\n<h2>On the same tasks</h2>\n${table(head, rows)}`
}

function taskRows(arms: readonly string[], results: readonly EvalResult[]): readonly (readonly Cell[])[] {
  const byTask = [...Map.groupBy(results, ({ task }) => task)].slice(0, mostTasks)
  return byTask.map(([task, all]) => [
    [cut(task), 'name'],
    [cut((all[0]?.accepted ?? []).join(' | ')), 'answer'],
    ...arms.map((arm) => answersOf(all.filter((each) => each.arm === arm))),
  ])
}

function answersOf(results: readonly EvalResult[]): Cell {
  const told = results.map(({ verdict, answer, outcome }) => {
    const text = answer === null ? outcome : typeof answer === 'string' ? answer : JSON.stringify(answer)
    return `${verdict}: ${cut(text)}`
  })
  const [first] = new Set(results.map(({ verdict }) => verdict))
  const isAlike = results.every(({ verdict }) => verdict === first)
  return [told.join('\n'), ['answer', ...(isAlike && first ? [first] : [])].join(' ')]
}

function leftOut(results: readonly EvalResult[]): string {
  const count = new Set(results.map(({ task }) => task)).size - mostTasks
  return count > 0 ? `\n<p>${count} more tasks are in results.jsonl.</p>` : ''
}

function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const cell =
    (tag: 'th' | 'td') =>
    ([text, kind = '']: Cell) =>
      `<${tag}${kind === '' ? '' : ` class="${kind}"`}>${escaped(text).replaceAll('\n', '<br>')}</${tag}>`
  const row = (cells: readonly Cell[], tag: 'th' | 'td') => `<tr>${cells.map(cell(tag)).join('')}</tr>`
  return `<div class="wide"><table>\n<thead>${row(head, 'th')}</thead>\n<tbody>\n${rows.map((cells) => row(cells, 'td')).join('\n')}\n</tbody>\n</table></div>`
}

function shownTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

function perCent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function cut(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}

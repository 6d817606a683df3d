/** How far a loop is, in the words of its notes: scores and where they lead, the last decision, the gap, what it remembers. */
import type { Json, SessionView } from '@gyre/core'
import { type ReasonNote, reasonText } from '@gyre/core'
import { oneLine } from './one-line.ts'
import { reasonOf } from './reason-note.ts'
import { fitStart, wrapped } from './text-width.ts'

type Progress = SessionView['progress']
type Values = Readonly<Record<string, Json | undefined>>

/** The last few scores tell where it goes. */
const fewScores = 5
const fewFacts = 5
const fewMemoryLines = 8

/** The newest note of this name, as far as it is an object. */
function noted({ notes }: Progress, name: string): Values {
  const value = notes.get(name)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}
}

function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? oneLine(value) : ''
}

/** `2.0 → 3.5 → 4.2 improving`; nothing without a score. */
export function scoreText(progress: Progress): string {
  const { scores } = progress
  if (scores.length === 0) return ''
  const shown = scores.slice(-fewScores).map((score) => score.toFixed(1))
  const line = [...(scores.length > fewScores ? ['…'] : []), ...shown].join(' → ')
  const trend = textIn(noted(progress, 'trend')['trend']).toLowerCase()
  return trend === '' ? line : `${line} ${trend}`
}

/** `adjust: The search found nothing. (by the model, 90 % sure)`. */
function decisionText(progress: Progress): string {
  const { decision, why, by, confidence } = noted(progress, 'decision')
  const what = textIn(decision)
  if (what === '') return ''
  const whose = by === 'rule' ? 'by a rule' : by === 'model' ? 'by the model' : ''
  const sure = typeof confidence === 'number' ? `${Math.round(confidence * 100)} % sure` : ''
  const aside = [whose, sure].filter((part) => part !== '').join(', ')
  const reason = textIn(why)
  return `${what}${reason === '' ? '' : `: ${reason}`}${aside === '' ? '' : ` (${aside})`}`
}

/** Where it is in its work: the newest note that says so with a reason, `wave 2/3: The dates are known.` */
function stageText({ notes }: Progress): string {
  const stages = [...notes].filter(([name]) => name !== 'decision' && name !== 'gap' && name !== 'score')
  const reason = stages.map(([name, value]) => reasonOf(name, value)).findLast((each) => each !== undefined)
  return reason ? reasonText(reason) : ''
}

function gapText(progress: Progress): string {
  return textIn(noted(progress, 'gap')['gap'])
}

/** The end of the working memory, and the newest of its facts. */
function memoryLines(progress: Progress, width: number): readonly string[] {
  const { text, facts } = noted(progress, 'working-memory')
  const written = typeof text === 'string' ? text.split('\n').map(oneLine) : []
  const said = written.filter((line) => line !== '').flatMap((line) => wrapped(line, Math.max(1, width)))
  const cut = said.length > fewMemoryLines ? ['…', ...said.slice(1 - fewMemoryLines)] : said
  const known = (Array.isArray(facts) ? facts : []).map((fact: Json) => (fact ?? {}) as Values)
  const last = known.slice(-fewFacts).map((fact) => {
    const from = textIn(fact['step'])
    return fitStart(`· ${textIn(fact['text'])}${from === '' ? '' : ` (step ${from})`}`, width)
  })
  const earlier = known.length > fewFacts ? [`· … ${known.length - fewFacts} earlier`] : []
  return [...cut.map((line) => line.trimEnd()), ...earlier, ...last]
}

export type ProgressRow = { readonly name: string; readonly lines: readonly string[] }

/** What a sheet tells: each row has a name, and as many lines as it needs. A gap of a session that ended is told elsewhere. */
export function progressRows(progress: Progress, width: number, hasEnded: boolean): readonly ProgressRow[] {
  const rows = [
    { name: 'stage', lines: [stageText(progress)] },
    { name: 'scores', lines: [scoreText(progress)] },
    { name: 'decision', lines: [decisionText(progress)] },
    { name: 'gap', lines: hasEnded ? [] : [gapText(progress)] },
    { name: 'memory', lines: memoryLines(progress, width - 'decision  '.length) },
  ]
  const filled = rows.map(({ name, lines }) => ({ name, lines: lines.filter((line) => line !== '') }))
  return filled.filter(({ lines }) => lines.length > 0)
}

/** What stands below the step in flight: how it goes, and what it remembers, a line each. */
export function progressLines(progress: Progress): readonly string[] {
  const scores = scoreText(progress)
  const gap = gapText(progress)
  const standing = [scores === '' ? '' : `scores ${scores}`, gap === '' ? '' : `gap: ${gap}`]
  const memory = textIn(noted(progress, 'working-memory')['text'])
  return [standing.filter((part) => part !== '').join(' · '), memory === '' ? '' : `memory: ${memory}`].filter(
    (line) => line !== '',
  )
}

/** Scores are told of when they say where they lead: one line for each round, however many steps it has. */
export function trendIn(name: unknown, progress: Progress, depth: number): ReasonNote | undefined {
  return name === 'trend' ? { what: 'scores', why: scoreText(progress), depth } : undefined
}

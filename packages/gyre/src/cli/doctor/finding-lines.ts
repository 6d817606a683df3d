/** Findings as people read them: in groups, in columns, with what to do on a line of its own. */
import type { Sink } from '../io.ts'
import { counted } from '../output/counted.ts'
import { toldLines } from '../terminal/told-lines.ts'
import type { Finding, FindingGroup, Level } from './finding.ts'

const marks = { ok: '✓', note: '!', fault: '✗' } as const satisfies Record<Level, string>
const colours = { ok: 'green', note: 'yellow', fault: 'red' } as const

/** As wide as the longest name. */
const checkColumns = 16
/** Where messages begin. */
const messageAt = checkColumns + 6
/** A terminal that has less room than this behind the names has the messages below them. */
const leastColumns = 44

type Paper = Pick<Sink, 'paint' | 'isTty' | 'width'>

export function groupLines({ name, findings }: FindingGroup, out: Paper): readonly string[] {
  return [out.paint('bold', name), ...findings.flatMap((finding) => findingLines(finding, out))]
}

function findingLines({ check, level, message, fix }: Finding, out: Paper): readonly string[] {
  const columns = out.isTty ? out.width() : Number.POSITIVE_INFINITY
  const isNarrow = columns - messageAt < leastColumns
  const at = isNarrow ? 6 : messageAt
  const texts = [...message.split('\n'), ...(fix === null ? [] : [`Fix: ${fix}`])]
  const lines = texts.flatMap((text) => toldLines(text, columns - at))
  const mark = out.paint(colours[level], marks[level])
  const [first = '', ...rest] = lines
  const head = isNarrow
    ? [`  ${mark} ${check}`, `${' '.repeat(at)}${first}`]
    : [`  ${mark} ${check.padEnd(checkColumns)}  ${first}`]
  return [...head, ...rest.map((line) => `${' '.repeat(at)}${line}`)]
}

/** What it comes to. */
export function closingLine(findings: readonly Finding[]): string {
  const [faults, notes] = (['fault', 'note'] as const).map((level) => findings.filter((each) => each.level === level))
  const noted = notes?.length ? ` ${counted(notes.length, 'note')}.` : ''
  return `${faults?.length ? `${counted(faults.length, 'thing')} to mend.` : 'All well.'}${noted}`
}

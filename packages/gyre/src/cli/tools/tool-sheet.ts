/** A tool as a sheet of text: what it takes, what it touches, how much of it there may be. */
import type { JsonObject, JsonSchema } from '@gyre/core'
import type { ToolFacts } from '../../tools-told/tool-facts.ts'
import { originText } from '../../wiring/offered-tool.ts'
import { shownTime } from '../output/amounts.ts'
import { wrappedRows } from '../output/wrapped-rows.ts'
import { safeText } from '../terminal/safe-text.ts'
import { wrapped } from '../terminal/text-width.ts'
import { visibleJson, visibleText } from '../terminal/visible-text.ts'
import { breakerText } from './breaker-words.ts'

export type SheetOptions = {
  readonly nowMs: number
  /** Columns a line may take. Those of the schema stay whole: it is there to be copied. */
  readonly width: number
}

export function toolSheet(
  { offered, limits, breaker, denied }: ToolFacts,
  { nowMs, width }: SheetOptions,
): readonly string[] {
  const { tool, from } = offered
  const { perMinute, concurrency, outputChars, timeoutMs } = limits
  const limitTexts = [
    ...(perMinute === undefined ? [] : [`${perMinute} a minute`]),
    ...(concurrency === undefined ? [] : [`${concurrency} at a time`]),
    `${shownTime(timeoutMs)} each`,
    `${outputChars} characters`,
  ]
  const rows = [
    ['Tool', tool.name],
    ['From', originText(from)],
    ['Effect', effects[tool.effect]],
    ['Approval', approvals[tool.approval]],
    ['Permissions', tool.permissions.join(', ') || 'none'],
    ...(denied.length > 0 ? [['Denied', `${denied.join(', ')}, by the config: no call of it runs`]] : []),
    ['Limits', limitTexts.join(', ')],
    ['Answers', tool.trusted ? 'are trusted' : 'are shown to models as text from outside'],
    ['Breaker', breakerText(breaker, nowMs)],
  ]
  return [
    ...wrappedRows(rows, width),
    '',
    ...visibleText(safeText(tool.description))
      .split('\n')
      .flatMap((line) => wrapped(`  ${line}`.trimEnd(), width).map((piece) => piece.trimEnd())),
    ...section('Arguments', argumentLines(tool.input, width - 2)),
    ...section('Schema', visibleJson(tool.input, 2).split('\n')),
  ]
}

const effects = {
  pure: 'pure: changes nothing',
  idempotent: 'idempotent: may be repeated',
  once: 'once: must not be repeated',
} as const

const approvals = {
  never: 'never asked for',
  'first-use': 'asked for with its first use in a session',
  always: 'asked for each time',
} as const

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`.trimEnd())]
}

/** Name, kind and description of each; those that may be left out are in brackets. */
function argumentLines(schema: JsonSchema, width: number): readonly string[] {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, JsonObject>>
    readonly required?: readonly string[]
  }
  const rows = Object.entries(properties).map(([name, form]) => [
    required.includes(name) ? name : `[${name}]`,
    kindOf(form),
    String(form['description'] ?? ''),
  ])
  return wrappedRows(rows, width)
}

/** `string`, `string|array`, or the values there are. */
function kindOf(form: JsonObject): string {
  const values = form['enum']
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join('|')
  const options = form['anyOf'] ?? form['oneOf']
  if (Array.isArray(options)) return [...new Set((options as readonly JsonObject[]).map(kindOf))].join('|')
  return [form['type'] ?? 'any'].flat().join('|')
}

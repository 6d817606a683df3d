/** A loop as a sheet of text: what it is for, what it costs, what can be set. */
import type { Loop } from '@gyre/core'
import { z } from 'zod'
import { tableLines } from '../output/text-table.ts'
import { wrappedRows } from '../output/wrapped-rows.ts'
import { wrapped } from '../terminal/text-width.ts'
import { exampleLine } from './loop-facts.ts'

export type LoopSheetOptions = {
  readonly isOff: boolean
  /** Columns a line may take. The example stays whole: it is there to be copied. */
  readonly width: number
}

export function loopSheet(loop: Loop, { isOff, width }: LoopSheetOptions): readonly string[] {
  const { name, version, summary, paper, traits } = loop
  const rows = [
    ['Loop', isOff ? `${name} (switched off)` : name],
    ['Version', String(version)],
    ...given('Does', summary),
    ...given('Paper', paper ?? ''),
    ...given('Best for', traits.bestFor),
    ...given('Signals', traits.signals.join(', ')),
    ...given('Model calls', traits.minCalls && `at least ${traits.minCalls}`),
    ['Tools', toolsText(traits)],
    ['Corrects itself', traits.selfCorrects ? 'yes' : 'no'],
    ['Shows a plan', traits.auditablePlan ? 'yes' : 'no'],
  ]
  return [
    ...wrappedRows(rows, width),
    ...section('Config', settingLines(loop, width - 2)),
    ...section('Example', [exampleLine(loop)]),
  ]
}

function given(head: string, text: string): readonly (readonly string[])[] {
  return text === '' ? [] : [[head, text]]
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`.trimEnd())]
}

function toolsText({ worksWithoutTools, multiArgTools }: Loop['traits']): string {
  const without = worksWithoutTools ? 'works without them' : 'needs some'
  return multiArgTools ? without : `${without}, and calls those that take one text`
}

type Setting = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly description?: string
}

/** Name, kind and default of each as the page of the loop has them, and below what it means. */
function settingLines({ config }: Loop, width: number): readonly string[] {
  const { properties = {} } = z.toJSONSchema(config, { io: 'input' }) as {
    readonly properties?: Readonly<Record<string, Setting>>
  }
  const settings = Object.entries(properties)
  if (settings.length === 0) return []
  const rows = settings.map(([name, setting]) => [name, kindOf(setting), defaultOf(setting)])
  const [head = '', ...lines] = tableLines([['SETTING', 'KIND', 'DEFAULT'], ...rows])
  return [head, ...settings.flatMap(([, setting], at) => [lines[at] ?? '', ...meaningOf(setting, width)])]
}

function meaningOf(setting: Setting, width: number): readonly string[] {
  const whole = wholeDefault(setting)
  const texts = [setting.description ?? '', isLong(whole) ? `Default: ${withSpaces(whole)}` : '']
  return texts
    .filter((text) => text !== '')
    .flatMap((text) => wrapped(text, width - meaningIndent.length, 0))
    .map((line) => `${meaningIndent}${line}`)
}

const meaningIndent = '    '

/** One that would make the table too wide stands below. */
function defaultOf(setting: Setting): string {
  const whole = wholeDefault(setting)
  return isLong(whole) ? 'below' : whole
}

function isLong(text: string): boolean {
  return text.length > 24
}

function wholeDefault({ default: value }: Setting): string {
  return value === undefined ? '' : JSON.stringify(value)
}

/** So that its lines can be broken. */
function withSpaces(json: string): string {
  return json.replace(/[,:](?=["{[\d])/g, '$& ')
}

function kindOf({ type = 'any', enum: values, minimum, maximum }: Setting): string {
  if (values) return values.map((value) => JSON.stringify(value)).join('|')
  return minimum === undefined ? type : `${type}, ${minimum} to ${maximum?.toLocaleString('en') ?? '…'}`
}

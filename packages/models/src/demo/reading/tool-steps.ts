/** Steps that name a tool, as a loop shows them: those that have run, with what they gave, and those that are left. */
import type { JsonObject } from '@gyre/core'
import { entriesIn } from './fenced-lines.ts'
import { parseObject } from './json-object.ts'

export type DoneStep = {
  /** Under which it is cited; undefined when it gave nothing. */
  readonly number: number | undefined
  readonly id: string
  readonly tool: string
  readonly goal: string
  readonly input: JsonObject
  readonly isGood: boolean
  readonly hasFailed: boolean
  readonly output: string | undefined
  /** What a judge said of it, or why it failed. */
  readonly remark: string
}

const stepHead = /^(?:\[(\d+)\] )?Step (\S+) \(([^\s,)]+)(?:, after ([^)]*))?\): (.*)$/

export function doneSteps(results: string | undefined): readonly DoneStep[] {
  return entriesIn(results, stepHead).flatMap(({ head, plain, fenced }) => {
    const [, number, id = '', tool = '', , goal = ''] = head
    const quality = labelled(plain, 'Quality')
    if (quality === undefined) return []
    const isAside = (from: string) => from === `judge of step ${id}` || from === `fault of step ${id}`
    return {
      number: number === undefined ? undefined : Number(number),
      id,
      tool,
      goal: [goal, ...plain.slice(0, Math.max(0, plain.findIndex(isLabelled)))].join('\n'),
      input: parseObject(labelled(plain, 'Input')) ?? {},
      isGood: quality.startsWith('good'),
      hasFailed: quality.startsWith('failed'),
      output: fenced.find(({ from }) => !isAside(from))?.text,
      remark: fenced.find(({ from }) => isAside(from))?.text ?? '',
    }
  })
}

function isLabelled(line: string): boolean {
  return /^(?:Input|Quality): /.test(line)
}

function labelled(lines: readonly string[], label: string): string | undefined {
  return lines.find((line) => line.startsWith(`${label}: `))?.slice(label.length + 2)
}

export type LeftStep = {
  readonly id: string
  readonly tool: string
  readonly goal: string
  readonly needs: readonly string[]
}

export function leftSteps(rest: string | undefined): readonly LeftStep[] {
  return entriesIn(rest, stepHead).map(({ head }) => {
    const [, , id = '', tool = '', needs = '', goal = ''] = head
    return { id, tool, goal, needs: needs === '' ? [] : needs.split(', ') }
  })
}

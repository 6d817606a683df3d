/** What the steps of a plan gave, as a loop shows it. */
import type { Reading } from '@gyre/models/demo'
import type { Values } from '../tasks/course.ts'

/** Which part of the task a step is for. */
export function partMark(part: number): string {
  return `(part ${part + 1})`
}

const headed = /^Step \S+: /gm
const fenced =
  /^Step (\S+): .*\(part (\d+)\)(?:\nIt [^\n]*)*\n<untrusted from="step \1">\n(?:\[Warning: .*\]\n)?([\s\S]*?)\n<\/untrusted>/gm

export function finishedCount({ material: { results = '' } }: Reading): number {
  return results.match(headed)?.length ?? 0
}

type Output = { readonly id: string; readonly part: number; readonly text: string }

function outputsIn(results: string): readonly Output[] {
  return [...results.matchAll(fenced)].map(([, id = '', part, text = '']) => ({
    id,
    part: Number(part) - 1,
    text: text.trim(),
  }))
}

/** The value of each part; of several the last. */
export function resultValues({ material: { results = '' } }: Reading): Values {
  const values: (string | undefined)[] = []
  for (const { part, text } of outputsIn(results)) values[part] = text
  return values
}

/** The goal of a step with the results it names. */
export function filledIn(step: string, { material: { results = '' } }: Reading): string {
  const outputs = new Map(outputsIn(results).map(({ id, text }) => [id, text]))
  return step.replace(/the result of step (\d+)/g, (whole, id: string) => outputs.get(id) ?? whole)
}

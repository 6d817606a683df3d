/** What steps with tools gave, and what was judged of them, as `reason` shows it. */
import type { Reading } from '@gyre/models/demo'
import type { Course, Values } from '../tasks/course.ts'
import { type Enquiry, readEnquiry } from '../tasks/enquiry.ts'
import { nameOf } from '../world/names.ts'

/** The values of parts whose newest good result is shown, and the steps they are from. */
type JudgedSteps = {
  readonly values: Values
  readonly ids: ReadonlyMap<number, string>
  /** How many steps there were. */
  readonly count: number
}

const header = /^(?:\[\d+\] )?Step (\S+) \(\S+\): .*\(part (\d+)\)$/
const fence = /<untrusted from="(?!(?:judge|fault) of step )[^"\n]*">\n(?:\[Warning: .*\]\n)?([\s\S]*?)\n<\/untrusted>/

export function judgedSteps(course: Course, { material: { results = '', last = '' } }: Reading): JudgedSteps {
  const values: (string | undefined)[] = []
  const ids = new Map<number, string>()
  let count = 0
  for (const block of `${results}\n\n${last}`.split(/\n\n(?=(?:\[\d+\] )?Step )/)) {
    const [, id, mark] = header.exec(block.trimStart().split('\n', 1)[0] ?? '') ?? []
    if (id === undefined) continue
    count += 1
    const part = Number(mark) - 1
    const value = /^Quality: good/m.test(block) ? readPart(course, part, outputIn(block)) : undefined
    if (value === undefined) continue
    values[part] = value
    ids.set(part, id)
  }
  return { values, ids, count }
}

/** What an output that is shown in its fence says. */
export function outputIn(shown: string): string {
  return fence.exec(shown)?.[1] ?? ''
}

/** The kind of question that a part is, whatever the values in it are: it is read with names, and with numbers. */
export function enquiryLike(ask: (known: (part: number) => string) => string): Enquiry | undefined {
  return readEnquiry(ask(nameOf)) ?? readEnquiry(ask((part) => `${part + 1}`))
}

/** What a result says of a part. */
export function readPart(course: Course, part: number, text: string): string | undefined {
  return enquiryLike((known) => course.question(part, known))?.read(text)
}

/** The part that the goal of a step is for. */
export function partIn(goal: string): number {
  return Number(/\(part (\d+)\)/.exec(goal)?.[1] ?? 0) - 1
}

const remembered = /^(?:- )?Part (\d+): (.*?)(?: \(step .*\))?$/gm

/** What the working memory says. */
export function rememberedValues(memory = ''): Values {
  const values: (string | undefined)[] = []
  for (const [, part, value] of memory.matchAll(remembered)) values[Number(part) - 1] = value
  return values
}

/** What the calls of waves gave, as a loop shows it. */
import type { Reading } from '@gyre/models/demo'
import type { Course, Values } from '../tasks/course.ts'
import { enquiryOf } from './seen.ts'

/** The id of the call for a part. */
export function callId(part: number): string {
  return `p${part + 1}`
}

/** The part that a call is for: a number behind its id says that the id was taken. */
export function partOfCall(id: string): number {
  return Number(/^p(\d+)/.exec(id)?.[1] ?? 0) - 1
}

const shown =
  /^Call `([^`]+)` of [^ ,]+(?:, planned as `[^`]+`, an id that was taken,)? gave(?: \(not made again[^)]*\))?:\n<untrusted from="[^"\n]*">\n(?:\[Warning: .*\]\n)?(?:Arguments: .*\n)?([\s\S]*?)\n<\/untrusted>/gm

/** The value of each part as far as calls that are shown have found it; of several the last. */
export function calledValues(course: Course, texts: readonly string[]): Values {
  const values: (string | undefined)[] = []
  for (const [, id = '', text = ''] of texts.flatMap((each) => [...each.matchAll(shown)])) {
    const part = partOfCall(id)
    values[part] = enquiryOf(course, part, values)?.read(text) ?? values[part]
  }
  return values
}

/** Results stand in every message of the conversation; the oldest is shown first. */
export function conversationOf({ questions }: Reading): readonly string[] {
  return questions.map(({ text }) => text).toReversed()
}

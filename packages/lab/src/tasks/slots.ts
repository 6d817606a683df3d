/** Slots to be filled: each has a constraint that one value meets. */
import { share } from '../world/hash.ts'
import { readSlot, slotText, slotTool } from '../world/slots.ts'
import { type Course, courseOfQuestions, inOrder } from './course.ts'
import { taskFamily } from './family-of-courses.ts'
import type { TaskFamily } from './task-family.ts'

/** `hasTool` gives a checker for each slot. */
export function slots({ slots, hasTool = false }: { readonly slots: number; readonly hasTool?: boolean }): TaskFamily {
  return taskFamily({
    name: `slots-${slots}`,
    tools: hasTool ? [slotTool] : [],
    read: readSlots,
    goal: (from) => goalOf(from, slots),
  })
}

/** Steps that have no divisor in common with 35: no two of its multiples leave the same. */
const strides = [2, 3, 4, 6, 8, 9, 11, 12, 13]

/** No two slots are alike. */
function goalOf(from: number, slots: number): string {
  const first = Math.floor(share('first', from) * 35)
  const stride = strides[Math.floor(share('stride', from) * strides.length)] ?? 1
  const list = Array.from({ length: slots }, (_, slot) => first + slot * stride)
  const texts = list.map((number) => slotText({ byFive: number % 5, bySeven: number % 7 }))
  return `Fill the slots: ${texts.map((text, slot) => `${letter(slot)} is ${text}`).join('; ')}.`
}

function letter(slot: number): string {
  return String.fromCharCode(65 + slot)
}

export function readSlots(id: string, goal: string): Course | undefined {
  const [, list] = /Fill the slots: ([^.]+)\./.exec(goal) ?? []
  if (list === undefined) return undefined
  const texts = list
    .split('; ')
    .flatMap((text) => readSlot(text) ?? [])
    .map(slotText)
  return courseOfQuestions({
    id,
    length: texts.length,
    errs: 'claim',
    needs: inOrder,
    question: (part) => `Which is ${texts[part]}?`,
    answer: (values) => texts.map((_, slot) => `${letter(slot)} = ${values[slot]}`).join(', '),
  })
}

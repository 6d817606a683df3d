/** The names of attached files. They are shown where no fence is: one that reads like orders is not shown at all. */
import { readsLikeOrders } from '../../sanitiser/reads-like-orders.ts'
import type { Answer } from '../guard-path.ts'
import type { Attachment } from './file-text.ts'

/** The same answer when all of its files may be called by their names. */
export function withPlainNames(answer: Answer): Answer {
  const { output, leftOut, record } = answer
  const renamed: string[] = []
  const taken = new Set(output.parts?.map((part) => part.type === 'file' && part.name))
  let number = 0
  const parts = output.parts?.map((part, index): Attachment => {
    if (part.type !== 'file' || !readsLikeOrders(part.name)) return part
    number = Math.max(number, index) + 1
    while (taken.has(`file-${number}`)) number += 1
    const name = `file-${number}`
    renamed.push(name)
    return { ...part, name }
  })
  if (!parts || renamed.length === 0) return answer
  const warnings = renamed.map((name) => `[The name of \`${name}\` is not shown: it reads like instructions.]`)
  return {
    ...answer,
    output: { ...output, parts },
    leftOut: [...leftOut, ...warnings],
    record: { ...record, marked: Number(record?.['marked'] ?? 0) + renamed.length },
  }
}

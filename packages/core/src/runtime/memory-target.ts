/** The memory as a target: what the steps of an ended session gave. Its answer is remembered before the end. */
import type { Redactor } from '../audit/redaction.ts'
import { stepMemories } from '../kernel/end-memories.ts'
import type { Memory } from '../ports/memory.ts'
import { mostAttempts } from './delivery.ts'
import type { OutboxTarget } from './outbox-target.ts'

/** So many at once: each may be a call to a server that makes vectors. */
const atOnce = 4

export function memoryTarget(memory: Memory, redact: Redactor): OutboxTarget {
  /** How many attempts here have kept: the next goes on there, or a slow memory would never come to the last. */
  const kept = new Map<string, number>()
  return {
    deliver: async ({ row, definition, end }, { key, signal, attempt }) => {
      const about = { session: row.id, loop: definition.loop, redact, terms: definition.remembers ?? {} }
      const memories = stepMemories(about, end)
      let at = kept.get(key) ?? 0
      try {
        for (; at < memories.length && !signal.aborted; at += atOnce) {
          // No step has a path like these keys. An attempt that is made again finds its memories by them.
          const some = memories.slice(at, at + atOnce).map((each, index) => {
            const options = { owner: row.owner, session: row.id, key: `${key}/${at + index + 1}` }
            return memory.remember(each, options)
          })
          await Promise.all(some)
          kept.set(key, at + atOnce)
        }
      } finally {
        const isLast = at >= memories.length || attempt >= mostAttempts
        if (isLast) kept.delete(key)
      }
      return undefined
    },
  }
}

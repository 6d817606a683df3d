/** The same tool with the same arguments, again and again. */
import { canonicalJson, type Json } from '../json.ts'

/** What a repeated call deserves: to be made, to be refused with a word to the model, or to end the loop. */
export type DuplicateVerdict = 'fresh' | 'refuse' | 'stuck'

/** From which repetition on a call is refused, and ends the loop. */
const refuseAt = 3

/** What to do with the n-th equal call. */
export function judgeRepetition(nth: number): DuplicateVerdict {
  if (nth < refuseAt) return 'fresh'
  return nth === refuseAt ? 'refuse' : 'stuck'
}

/** Counts the calls of one loop run, or of one branch of it, which begins with what was counted before. */
export class DuplicateGuard {
  readonly #seen = new Map<string, number>()

  constructor(before?: DuplicateGuard) {
    if (before) for (const [key, nth] of before.#seen) this.#seen.set(key, nth)
  }

  /** Counts a call and says what to do with it. */
  judge(tool: string, input: Json): DuplicateVerdict {
    const key = keyOf(tool, input)
    const nth = (this.#seen.get(key) ?? 0) + 1
    this.#seen.set(key, nth)
    return judgeRepetition(nth)
  }

  /** A call that was counted is not made after all. */
  forget(tool: string, input: Json): void {
    const key = keyOf(tool, input)
    this.#seen.set(key, (this.#seen.get(key) ?? 1) - 1)
  }
}

function keyOf(tool: string, input: Json): string {
  return `${tool} ${canonicalJson(input)}`
}

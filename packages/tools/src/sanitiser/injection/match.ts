/** Finds the patterns of the rules among the words of a text, in one walk over them. */
import { isCommand } from './command.ts'
import type { Hit } from './hits.ts'
import { patterns, type Stage } from './patterns.ts'

export type Match = { readonly rule: string; readonly isStrong: boolean; readonly start: number; readonly end: number }

const none: readonly Match[] = []
const nobody = -1

export function matchesIn(text: string, hits: readonly Hit[]): readonly Match[] {
  return hits.length === 0 ? none : new Matcher(text, hits).walk()
}

class Matcher {
  readonly #text: string
  readonly #hits: readonly Hit[]
  /** For each stage of each pattern, the number of the latest word that reached it, and where that row of words began. */
  readonly #latest = new Int32Array(patterns().slots).fill(nobody)
  readonly #begun = new Int32Array(patterns().slots)
  #found: Match[] | undefined

  constructor(text: string, hits: readonly Hit[]) {
    this.#text = text
    this.#hits = hits
  }

  walk(): readonly Match[] {
    const { waiting } = patterns()
    this.#hits.forEach((hit, number) => {
      const stages = waiting[hit.concept]
      if (stages) this.#take(hit, number, stages)
    })
    return this.#found ?? none
  }

  #take(hit: Hit, number: number, stages: readonly Stage[]): void {
    let commands: boolean | undefined
    for (const stage of stages) {
      if (!stage.isFirst && !this.#follows(stage, hit)) continue
      if (stage.isCommand) commands ??= isCommand(this.#text, hit.start, hit.end)
      if (!stage.isCommand || commands) this.#reach(stage, hit, number)
    }
  }

  #follows({ slot, joint }: Stage, hit: Hit): boolean {
    const number = this.#latest[slot - 1] ?? nobody
    if (number === nobody) return false
    const before = this.#hits[number] as Hit
    if (hit.start <= before.start || hit.start - before.end > joint.most) return false
    if (!joint.crossesSentences && hit.sentence !== before.sentence) return false
    return !joint.isTight || /^[\p{L}\p{M}\s'’:-]*$/u.test(this.#text.slice(before.end, hit.start))
  }

  #reach({ slot, isFirst, isLast, rule, isStrong }: Stage, hit: Hit, number: number): void {
    const start = isFirst ? hit.start : (this.#begun[slot - 1] ?? hit.start)
    this.#latest[slot] = number
    this.#begun[slot] = start
    if (!isLast) return
    this.#found ??= []
    this.#found.push({ rule, isStrong, start, end: hit.end })
  }
}

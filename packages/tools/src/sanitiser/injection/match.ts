/** Finds the patterns of the rules among the words of a text, in one walk over them. */
import { isCommand } from './command.ts'
import { patterns, type Stage } from './patterns.ts'
import type { Hit } from './scan.ts'

export type Match = { readonly rule: string; readonly isStrong: boolean; readonly start: number; readonly end: number }

const none: readonly Match[] = []

export function matchesIn(text: string, hits: readonly Hit[]): readonly Match[] {
  return hits.length === 0 ? none : new Matcher(text).walk(hits)
}

/** What has been found of each pattern up to each stage: the latest word, and where the row began. */
class Matcher {
  readonly #text: string
  readonly #latest: (Hit | undefined)[] = new Array(patterns().slots)
  readonly #begun: number[] = new Array(patterns().slots)
  readonly #found: Match[] = []

  constructor(text: string) {
    this.#text = text
  }

  walk(hits: readonly Hit[]): readonly Match[] {
    const { waiting } = patterns()
    for (const hit of hits) {
      let commands: boolean | undefined
      for (const stage of waiting[hit.concept] ?? []) {
        if (!stage.isFirst && !this.#follows(stage, hit)) continue
        if (stage.isCommand) {
          commands ??= isCommand(this.#text, hit.start, hit.end)
          if (!commands) continue
        }
        this.#reach(stage, hit)
      }
    }
    return this.#found
  }

  #follows({ slot, joint }: Stage, hit: Hit): boolean {
    const before = this.#latest[slot - 1]
    if (!before || hit.start <= before.start || hit.start - before.end > joint.most) return false
    if (!joint.crossesSentences && hit.sentence !== before.sentence) return false
    return !joint.isTight || /^[\p{L}\p{M}\s'’:-]*$/u.test(this.#text.slice(before.end, hit.start))
  }

  #reach({ slot, isFirst, isLast, rule, isStrong }: Stage, hit: Hit): void {
    const start = isFirst ? hit.start : (this.#begun[slot - 1] ?? hit.start)
    this.#latest[slot] = hit
    this.#begun[slot] = start
    if (isLast) this.#found.push({ rule, isStrong, start, end: hit.end })
  }
}

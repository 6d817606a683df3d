/** A text of which parts are taken out as they are understood. */
import { countOf } from './counts.ts'

const lead = '(?:\\b(?:for|with|and|plus|in|at) )*(?:\\b(?:an?|the) )?'
const countLead = '(?:\\b(?:for|with|and|plus|are) |, ?)*(?<![\\d-])'

export class SaidText {
  text: string

  constructor(text: string) {
    this.text = text
  }

  /** The first group of the pattern, with the small words before it; undefined where it is not said. */
  take(pattern: string): string | undefined {
    return this.#cut(`${lead}\\b${pattern}`)
  }

  /** The number that the first group says. */
  count(pattern: string): number | undefined {
    const said = this.#cut(`${countLead}\\b${pattern}\\b`)
    return said === undefined ? undefined : countOf(said)
  }

  /** The sum of all numbers that are said so; undefined where there is none. */
  sum(pattern: string): number | undefined {
    let sum: number | undefined
    for (let next = this.count(pattern); next !== undefined; next = this.count(pattern)) sum = (sum ?? 0) + next
    return sum
  }

  #cut(pattern: string): string | undefined {
    const match = new RegExp(pattern, 'iu').exec(this.text)
    if (!match) return undefined
    this.text = `${this.text.slice(0, match.index)} ${this.text.slice(match.index + match[0].length)}`
    return match[1] ?? match[0]
  }
}

/** Whether a pattern of a stranger is surely quick: expressions are matched by trying, and some try for ever. */

/** How far an expression may go back and forth. */
type Cost = {
  /** In how many ways it can be tried at one place. */
  readonly ways: number
  /** How many characters are looked at in each, without those that are repeated for ever. */
  readonly width: number
  /** How many of its parts are repeated for ever. */
  readonly endless: number
  /** Whether it can be tried in one way only, so that repeating it adds none but how often. */
  readonly isPlain: boolean
}

const nothing: Cost = { ways: 1, width: 0, endless: 0, isPlain: true }
const oneCharacter: Cost = { ways: 1, width: 1, endless: 0, isPlain: true }
const wild: Cost = { ways: Number.POSITIVE_INFINITY, width: 1, endless: 0, isPlain: false }

const longestPattern = 1000
const mostRepeats = 1000
/** Steps of one match that looks at a bounded piece of a text: some milliseconds. */
const mostSteps = 2_000_000
/** Steps for each character of a text: half a megabyte takes some seconds at the very worst. */
const mostStepsPerCharacter = 5000

/**
 * Takes only what runs in linear time by its very form: it begins with `^` and repeats one part for ever at most, or
 * repeats none; what is repeated has no choices within; it looks neither around nor back at what it has found.
 */
export function isTamePattern(pattern: string): boolean {
  if (pattern.length > longestPattern) return false
  const scan = new Scan(pattern)
  const first = scan.sequence()
  const isOne = scan.isAtEnd
  const { ways, width, endless } = isOne ? first : scan.othersThan(first)
  const isAnchored = isOne && pattern.startsWith('^')
  if (endless > (isAnchored ? 1 : 0)) return false
  return ways * Math.max(1, width) <= (isAnchored && endless === 0 ? mostSteps : mostStepsPerCharacter)
}

const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y
const characterClass = /\[(?:[^\]\\]|\\[\s\S])*\]/y
/** The opening of a group that does nothing but group. */
const opening = /\((?:\?:|\?<[\p{L}_$][\p{L}\p{N}_$]*>|(?!\?))/uy

class Scan {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length
  }

  /** Parts one after the other, up to the next `|` or `)`. */
  sequence(): Cost {
    let cost = nothing
    while (!this.isAtEnd && !'|)'.includes(this.#next)) cost = inRow(cost, this.#repeated(this.#part()))
    return cost
  }

  /** A first alternative with those that come after it. */
  othersThan(first: Cost): Cost {
    let cost = first
    while (this.#next === '|') {
      this.#at += 1
      cost = either(cost, this.sequence())
    }
    return cost
  }

  get #next(): string {
    return this.#pattern.charAt(this.#at)
  }

  #part(): Cost {
    if (this.#next === '(') return this.#group()
    if (this.#next === '\\') return this.#escape()
    if (this.#next !== '[' || this.#take(characterClass) === null) this.#at += 1
    return oneCharacter
  }

  #group(): Cost {
    if (this.#take(opening) === null) return this.#giveUp()
    const cost = this.othersThan(this.sequence())
    this.#at += 1
    return cost
  }

  #escape(): Cost {
    const escaped = this.#pattern.charAt(this.#at + 1)
    if (/[1-9k]/.test(escaped)) return this.#giveUp()
    this.#at += 2
    return oneCharacter
  }

  #repeated(cost: Cost): Cost {
    const found = this.#take(quantifier)
    if (found === null) return cost
    const [sign, least, comma, most] = found
    if (least === undefined) return times(cost, sign.startsWith('+') ? 1 : 0, sign.startsWith('?') ? 1 : forEver)
    return times(cost, Number(least), comma === '' ? Number(least) : most === '' ? forEver : Number(most))
  }

  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at
    const found = form.exec(this.#pattern)
    this.#at += found?.[0].length ?? 0
    return found
  }

  #giveUp(): Cost {
    this.#at = this.#pattern.length
    return wild
  }
}

const forEver = Number.POSITIVE_INFINITY

function inRow(a: Cost, b: Cost): Cost {
  const isPlain = a.isPlain && b.isPlain
  return { ways: a.ways * b.ways, width: a.width + b.width, endless: a.endless + b.endless, isPlain }
}

function either(a: Cost, b: Cost): Cost {
  return { ways: a.ways + b.ways, width: a.width + b.width, endless: a.endless + b.endless, isPlain: false }
}

function times(cost: Cost, least: number, most: number): Cost {
  const { ways, width, endless, isPlain } = cost
  if (most <= 1) return { ways: ways + 1, width, endless, isPlain: false }
  if (!isPlain || least > mostRepeats) return wild
  if (most === forEver) return { ways, width: width * (least + 1), endless: 1, isPlain: false }
  if (most > mostRepeats) return wild
  return { ways: Math.max(1, most - least + 1), width: width * most, endless, isPlain: false }
}

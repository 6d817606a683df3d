/** What a pattern of a stranger costs: expressions are matched by trying, and some try for ever. */

/** How far an expression may go back and forth. */
type Cost = {
  /** In how many ways it can be tried at one place. */
  readonly ways: number
  /** How many steps all of them take together, when nothing fits in the end. */
  readonly steps: number
  /** How many of its parts are repeated for ever. */
  readonly endless: number
  /** Whether it can be tried in one way only, so that repeating it adds none but how often. */
  readonly isPlain: boolean
}

const forEver = Number.POSITIVE_INFINITY

const nothing: Cost = { ways: 1, steps: 0, endless: 0, isPlain: true }
const oneCharacter: Cost = { ways: 1, steps: 1, endless: 0, isPlain: true }
const wild: Cost = { ways: forEver, steps: 1, endless: 0, isPlain: false }

const longestPattern = 1000
const mostRepeats = 1000
/** In a text of any length: some tens of microseconds. */
const mostSteps = 20_000
/** For each character of a text. */
const mostStepsPerCharacter = 2000

/**
 * How many steps it takes in a text of a thousand characters, at the very worst. Undefined unless that is linear by its
 * very form: it begins with `^` and repeats one part for ever at most, or repeats none; what is repeated has no choices
 * within; it looks neither around nor back at what it has found.
 */
export function patternSteps(pattern: string): number | undefined {
  if (pattern.length > longestPattern) return undefined
  const scan = new Scan(pattern)
  const first = scan.sequence()
  const isOne = scan.isAtEnd
  const { ways, steps, endless } = isOne ? first : scan.othersThan(first)
  const isAnchored = isOne && pattern.startsWith('^')
  if (endless > (isAnchored ? 1 : 0) || ways === forEver) return undefined
  if (isAnchored && endless === 0) return steps <= mostSteps ? steps : undefined
  return steps <= mostStepsPerCharacter ? steps * 1000 : undefined
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

/** In each way of the first, all of the second are tried. */
function inRow(a: Cost, b: Cost): Cost {
  const isPlain = a.isPlain && b.isPlain
  return { ways: a.ways * b.ways, steps: a.steps + a.ways * b.steps, endless: a.endless + b.endless, isPlain }
}

function either(a: Cost, b: Cost): Cost {
  return { ways: a.ways + b.ways, steps: a.steps + b.steps, endless: a.endless + b.endless, isPlain: false }
}

function times({ ways, steps, endless, isPlain }: Cost, least: number, most: number): Cost {
  if (most <= 1) return { ways: ways + 1, steps: steps + 1, endless, isPlain: false }
  if (!isPlain || least > mostRepeats) return wild
  if (most === forEver) return { ways, steps: steps * (least + 1), endless: 1, isPlain: false }
  if (most > mostRepeats) return wild
  const repeats = Math.max(1, most - least + 1)
  return { ways: repeats, steps: steps * most + repeats, endless, isPlain: false }
}

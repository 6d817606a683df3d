/**
 * Arithmetic without `eval`: a small recursive-descent reader.
 *
 *     sum     = product (('+' | '-') product)*
 *     product = unary (('*' | '/' | '%') unary)*
 *     unary   = ('+' | '-') unary | power
 *     power   = atom ('^' unary)?
 *     atom    = number | constant | function '(' sum (',' sum)* ')' | '(' sum ')'
 */
import { GyreError } from '../errors.ts'

const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E }

const functions: Readonly<Record<string, (...values: readonly number[]) => number>> = {
  sqrt: (x = Number.NaN) => Math.sqrt(x),
  abs: (x = Number.NaN) => Math.abs(x),
  round: (x = Number.NaN) => Math.round(x),
  floor: (x = Number.NaN) => Math.floor(x),
  ceil: (x = Number.NaN) => Math.ceil(x),
  min: (...values) => Math.min(...values),
  max: (...values) => Math.max(...values),
}

const token = /\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+|[a-zA-Z]+|\*\*|[-+*/%^(),])/y

/** An expression nested deeper is not one that people write. */
const deepest = 200

/** The value of an expression. Fails with what is wrong with it. */
export function evaluateArithmetic(expression: string): number {
  const reader = new Reader(tokensOf(expression), expression)
  const value = reader.sum()
  reader.expectEnd()
  if (!Number.isFinite(value))
    throw fault(expression, Number.isNaN(value) ? 'it has no value' : 'it divides by zero or is too large')
  // Sums of decimal fractions such as 0.1 + 0.2 are shown as people expect them.
  return Number(value.toPrecision(15))
}

function tokensOf(expression: string): readonly string[] {
  const text = expression.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-').trim()
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const match = token.exec(text)
    if (!match?.[1]) throw fault(expression, `\`${text.slice(at).trim().slice(0, 12)}\` is not arithmetic`)
    tokens.push(match[1] === '**' ? '^' : match[1])
  }
  return tokens
}

function fault(expression: string, why: string): GyreError {
  const shown = expression.length > 80 ? `${expression.slice(0, 79)}…` : expression
  return new GyreError('argument-invalid', `Cannot evaluate \`${shown}\`: ${why}.`)
}

class Reader {
  readonly #tokens: readonly string[]
  readonly #expression: string
  #at = 0
  #depth = 0

  constructor(tokens: readonly string[], expression: string) {
    this.#tokens = tokens
    this.#expression = expression
  }

  sum(): number {
    let value = this.#product()
    for (;;) {
      if (this.#take('+')) value += this.#product()
      else if (this.#take('-')) value -= this.#product()
      else return value
    }
  }

  #product(): number {
    let value = this.#unary()
    for (;;) {
      if (this.#take('*')) value *= this.#unary()
      else if (this.#take('/')) value /= this.#unary()
      else if (this.#take('%')) value %= this.#unary()
      else return value
    }
  }

  #unary(): number {
    if (++this.#depth > deepest) throw fault(this.#expression, 'it is nested too deeply')
    const value = this.#take('-') ? -this.#unary() : this.#take('+') ? this.#unary() : this.#power()
    this.#depth -= 1
    return value
  }

  #power(): number {
    const base = this.#atom()
    return this.#take('^') ? base ** this.#unary() : base
  }

  #atom(): number {
    const next = this.#tokens[this.#at++]
    if (next === undefined) throw fault(this.#expression, 'it ends too early')
    if (next === '(') return this.#closed(this.sum())
    if (/^[\d.]/.test(next)) return Number(next)
    if (Object.hasOwn(constants, next)) return constants[next] ?? Number.NaN
    const call = Object.hasOwn(functions, next) ? functions[next] : undefined
    if (call && this.#take('(')) return this.#call(call)
    throw fault(this.#expression, `\`${next}\` is not a number`)
  }

  #call(call: (...values: readonly number[]) => number): number {
    const values = [this.sum()]
    while (this.#take(',')) values.push(this.sum())
    return this.#closed(call(...values))
  }

  #closed(value: number): number {
    if (!this.#take(')')) throw fault(this.#expression, 'a `)` is missing')
    return value
  }

  #take(wanted: string): boolean {
    if (this.#tokens[this.#at] !== wanted) return false
    this.#at += 1
    return true
  }

  expectEnd(): void {
    const next = this.#tokens[this.#at]
    if (next !== undefined) throw fault(this.#expression, `\`${next}\` was not expected`)
  }
}

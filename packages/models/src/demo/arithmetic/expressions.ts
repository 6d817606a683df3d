/**
 * Arithmetic found in a text and written as a calculator takes it: `17 * 6`, `seventeen times six`,
 * `15% of 80`, `add 5 to that`.
 *
 *     sum     = product (('+' | '-') product)*
 *     product = unary (('*' | '/' | '%') unary)*
 *     unary   = ('+' | '-') unary | power
 *     power   = operand suffix? (('^' | percent of) unary)?
 *     operand = number | constant | that | function '(' sum (',' sum)* ')' | '(' sum ')'
 *             | prefix unary | pair product ('and' product)+ | command
 */
import { joined, negated, type Piece, raised, wrapped } from './piece.ts'
import { type Token, type TokenKind, tokensOf } from './tokens.ts'

/** An expression that was found. `isBare` when it is one number. */
export type Found = { readonly expression: string; readonly isBare: boolean }

/** What words such as `that` stand for: a number, or what it is still to be worked out from. */
export type That = number | Piece

/** All expressions of a text in their order. */
export function findExpressions(text: string, that?: That): readonly Found[] {
  return findPieces(text, that).pieces.map(({ text: expression, isBare }) => ({ expression, isBare }))
}

export type FoundPiece = Piece & { readonly usesThat: boolean }

/** What was found in a text, and the words of it that are part of nothing that was found. */
export type FoundPieces = { readonly pieces: readonly FoundPiece[]; readonly unread: readonly string[] }

export function findPieces(text: string, that?: That): FoundPieces {
  const tokens = tokensOf(text)
  const pieces: FoundPiece[] = []
  const unread: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const read = mayBegin(tokens, at) ? readAt(tokens, at, that) : undefined
    const isRange = read !== undefined && looksLikeRange(tokens, at, read.end)
    const next = Math.max(at + 1, read?.end ?? 0)
    if (read && !isRange) pieces.push({ ...read.piece, usesThat: read.usesThat })
    else unread.push(...unreadWords(text, tokens.slice(at, next)))
    at = next
  }
  return { pieces, unread }
}

/** As they are written; `the result` and `it` point to what is said elsewhere. */
function unreadWords(text: string, tokens: readonly Token[]): readonly string[] {
  return tokens.filter(({ kind }) => kind !== 'that').map(({ start, end }) => text.slice(start, end).toLowerCase())
}

/** What a text that begins with an operator does to `that`: `and times 2?`. */
export function goOnFrom(text: string, that: number): string | undefined {
  return goOnWith(text, that)?.piece.text
}

export type GoneOn = { readonly piece: Piece; readonly unread: readonly string[] }

export function goOnWith(text: string, that: That): GoneOn | undefined {
  const [lead = ''] = /^(?:\s|,|(?:ok(?:ay)?|and|then|now|so|what about|how about)\b)*/i.exec(text) ?? []
  const rest = text.slice(lead.length)
  const tokens = tokensOf(rest)
  const [first, second] = tokens
  const isSigned = first?.kind === 'operator' && /^[+-]$/.test(text[lead.length] ?? '') && first.end === second?.start
  // `-5 + 3` is complete; `- 5` goes on.
  if (first?.kind !== 'operator' || (isSigned && tokens.some(({ kind }, index) => index > 0 && kind === 'operator')))
    return undefined
  const start: Token = { kind: 'that', text: 'that', start: 0, end: 0 }
  const read = readAt([start, ...tokens], 0, that)
  if (!read || read.piece.isBare) return undefined
  return { piece: read.piece, unread: unreadWords(rest, tokens.slice(read.end - 1)) }
}

/** A dash with a space after it is a dash: of a list, or between words. */
function mayBegin(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]]
  if (token?.kind !== 'operator') return true
  return /^[+-]$/.test(token.text) && (token.end - token.start > 1 || next?.start === token.end)
}

const leads = /^(?:is|are|of|calculate|compute|evaluate|solve|find|and|or|then|than|much|does|about|give|me|what|s)$/

/** `pages 3-5`, `January 17-19`, `24/7`: two numbers close together, after a word that asks for no arithmetic. */
function looksLikeRange(tokens: readonly Token[], at: number, end: number): boolean {
  const [first, operator, second] = tokens.slice(at, end)
  if (end - at !== 3 || !/^[-/]$/.test(operator?.text ?? '') || operator?.start !== first?.end) return false
  const before = tokens[at - 1]
  return (
    operator?.end === second?.start &&
    before?.kind === 'word' &&
    /^\p{L}/u.test(before.text) &&
    !leads.test(before.text)
  )
}

type Read = { readonly piece: Piece; readonly end: number; readonly usesThat: boolean }

function readAt(tokens: readonly Token[], at: number, that: That | undefined): Read | undefined {
  const reader = new Reader(tokens, at, that)
  const piece = reader.sum()
  if (!piece) return undefined
  // `80 - 15%` means something that nobody has said here.
  const next = tokens[reader.at]
  return /^(?:%|percent)$/.test(next?.text ?? '') ? undefined : { piece, end: reader.at, usesThat: reader.usesThat }
}

/** An expression nested deeper is not one that people write. */
const deepest = 60

/** Reads one expression. What cannot be read is undefined, and an operator without an operand is left where it is. */
class Reader {
  readonly #tokens: readonly Token[]
  readonly #that: Piece | undefined
  at: number
  usesThat = false
  #depth = 0

  constructor(tokens: readonly Token[], at: number, that: That | undefined) {
    this.#tokens = tokens
    this.at = at
    this.#that = typeof that === 'number' ? number(String(that)) : that
  }

  sum(): Piece | undefined {
    return this.#chain(['+', '-'], () => this.#product())
  }

  #product(): Piece | undefined {
    return this.#chain(['*', '/', '%'], () => this.#unary())
  }

  /** Operands and the operators between them, as far as they go. */
  #chain(operators: readonly string[], operand: () => Piece | undefined): Piece | undefined {
    let left = operand()
    while (left) {
      const before = this.at
      const operator = this.#takeOperator(operators)
      const right = operator === undefined ? undefined : operand()
      if (operator === undefined || !right) {
        this.at = before
        return left
      }
      left = joined(operator, left, right)
    }
    return left
  }

  #takeOperator(operators: readonly string[]): string | undefined {
    const token = this.#tokens[this.at]
    if (token?.kind !== 'operator' || !operators.includes(token.text)) return undefined
    this.at += 1
    return token.text
  }

  #unary(): Piece | undefined {
    if (this.#depth > deepest) return undefined
    this.#depth += 1
    const sign = this.#takeOperator(['+', '-'])
    const operand = sign === undefined ? this.#power() : this.#unary()
    this.#depth -= 1
    return sign === '-' && operand ? negated(operand) : operand
  }

  #power(): Piece | undefined {
    const operand = this.#operand()
    const suffix = operand && this.#take('suffix')
    const base = operand && suffix ? raised(operand, number(suffix.text)) : operand
    const before = this.at
    const isShare = base !== undefined && this.#take('percent-of') !== undefined
    const isPower = base !== undefined && !isShare && this.#takeOperator(['^']) !== undefined
    const second = isShare || isPower ? this.#unary() : undefined
    if (base && second) return isPower ? raised(base, second) : joined('*', joined('/', base, number('100')), second)
    this.at = before
    return base
  }

  #operand(): Piece | undefined {
    const token = this.#tokens[this.at]
    if (!token) return undefined
    this.at += 1
    switch (token.kind) {
      case 'number':
      case 'constant':
        return number(token.text)
      case 'that':
        return this.#takeThat()
      case 'open':
        return this.#closed(this.sum())
      case 'function':
        return this.#call(token.text)
      case 'prefix':
        return prefixed(token.text, this.#unary())
      case 'pair':
        return this.#pair(token.text)
      case 'command':
        return this.#command(token.text)
      default:
        return undefined
    }
  }

  #closed(inside: Piece | undefined): Piece | undefined {
    return inside && this.#take('close') ? wrapped(inside) : undefined
  }

  #call(name: string): Piece | undefined {
    this.at += 1
    const values = [this.sum()]
    while (this.#take('comma')) values.push(this.sum())
    const texts = values.flatMap((value) => (value ? [value.text] : []))
    if (texts.length < values.length || !this.#take('close')) return undefined
    return { text: `${name}(${texts.join(', ')})`, rank: 'operand', isBare: false }
  }

  /** `the sum of 3, 4 and 5`. */
  #pair(operator: string): Piece | undefined {
    let left = this.#product()
    const first = left
    while (left && (this.#take('comma') || this.#takeWord('and'))) {
      this.#takeWord('and')
      const right = this.#product()
      if (!right) return undefined
      left = joined(operator, left, right)
    }
    return left === first ? undefined : left
  }

  /** `add 5 to that`, `subtract 3 from 10`, `multiply 6 by 7`; what is left out is what was worked out before. */
  #command(operator: string): Piece | undefined {
    if (this.#takeWord('by')) return pairOf(operator, this.#takeThat(), this.#product())
    const first = this.#product()
    if (this.#takeWord(operator === '-' ? 'from' : 'to')) return pairOf(operator, this.#product(), first)
    if (this.#takeWord('by') || (operator !== '-' && this.#takeWord('and')))
      return pairOf(operator, first, this.#product())
    return operator === '-' || operator === '+' ? pairOf(operator, this.#takeThat(), first) : undefined
  }

  #takeThat(): Piece | undefined {
    this.usesThat = true
    return this.#that
  }

  #take(kind: TokenKind): Token | undefined {
    const token = this.#tokens[this.at]
    if (token?.kind !== kind) return undefined
    this.at += 1
    return token
  }

  #takeWord(text: string): boolean {
    const token = this.#tokens[this.at]
    if (token?.kind !== 'word' || token.text !== text) return false
    this.at += 1
    return true
  }
}

function number(text: string): Piece {
  return text.startsWith('-') ? negated(number(text.slice(1))) : { text, rank: 'operand', isBare: true }
}

function pairOf(operator: string, left: Piece | undefined, right: Piece | undefined): Piece | undefined {
  return left && right ? joined(operator, left, right) : undefined
}

const divisors: Readonly<Record<string, string>> = { half: '2', third: '3', quarter: '4' }
const factors: Readonly<Record<string, string>> = { double: '2', triple: '3' }

function prefixed(name: string, operand: Piece | undefined): Piece | undefined {
  if (!operand) return undefined
  const [divisor, factor] = [divisors[name], factors[name]]
  if (divisor !== undefined) return joined('/', operand, number(divisor))
  if (factor !== undefined) return joined('*', number(factor), operand)
  if (name === 'root') return { text: `sqrt(${operand.text})`, rank: 'operand', isBare: false }
  return raised(operand, number(name === 'cube' ? '3' : '2'))
}

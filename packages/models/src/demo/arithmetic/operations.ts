/** An expression as single operations, in the order in which they are worked out. */
import { evaluateArithmetic } from '@gyre/core'

/** A number, or what an earlier operation comes to. */
export type Operand = { readonly value: number } | { readonly from: number }

export type Operation = { readonly symbol: string; readonly operands: readonly Operand[] }

const token = /\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+|[a-zA-Z]+|[-+*/%^(),])/y

/** None for a number alone; undefined for what is no arithmetic. */
export function operationsOf(expression: string): readonly Operation[] | undefined {
  const tokens = tokensOf(expression)
  if (!tokens) return undefined
  const reader: Reader = { tokens, at: 0, operations: [] }
  const value = sum(reader)
  return value && reader.at === tokens.length ? reader.operations : undefined
}

/** One operation with its numbers, as people write it. */
export function writeOperation({ symbol, operands }: Operation, values: readonly number[]): string {
  const numbers = operands.map((operand) => ('from' in operand ? (values[operand.from] ?? Number.NaN) : operand.value))
  if (/^[a-z]/.test(symbol)) return `${symbol}(${numbers.join(', ')})`
  const [left = 0, right = 0] = numbers
  const shownLeft = left < 0 && symbol === '^' ? `(${left})` : String(left)
  const shownRight = right < 0 ? `(${right})` : String(right)
  return symbol === '^' ? `${shownLeft}^${shownRight}` : `${shownLeft} ${symbol} ${shownRight}`
}

type Reader = { readonly tokens: readonly string[]; at: number; readonly operations: Operation[] }

function tokensOf(expression: string): readonly string[] | undefined {
  const text = expression.trim()
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const found = token.exec(text)?.[1]
    if (found === undefined) return undefined
    tokens.push(found)
  }
  return tokens
}

function sum(reader: Reader): Operand | undefined {
  return chain(reader, ['+', '-'], product)
}

function product(reader: Reader): Operand | undefined {
  return chain(reader, ['*', '/', '%'], unary)
}

function chain(
  reader: Reader,
  symbols: readonly string[],
  next: (reader: Reader) => Operand | undefined,
): Operand | undefined {
  let left = next(reader)
  for (let symbol = take(reader, symbols); symbol !== undefined && left; symbol = take(reader, symbols)) {
    const right = next(reader)
    left = right && made(reader, symbol, [left, right])
  }
  return left
}

function unary(reader: Reader): Operand | undefined {
  const sign = take(reader, ['+', '-'])
  if (sign === undefined) return power(reader)
  const operand = unary(reader)
  if (!operand || sign === '+') return operand
  return 'value' in operand ? { value: -operand.value } : made(reader, '-', [{ value: 0 }, operand])
}

function power(reader: Reader): Operand | undefined {
  const base = atom(reader)
  if (!base || take(reader, ['^']) === undefined) return base
  const exponent = unary(reader)
  return exponent && made(reader, '^', [base, exponent])
}

function atom(reader: Reader): Operand | undefined {
  const text = reader.tokens[reader.at]
  if (text === undefined) return undefined
  reader.at += 1
  if (/^[\d.]/.test(text)) return { value: Number(text) }
  if (text === '(') return closed(reader, sum(reader))
  if (text === 'pi' || text === 'e') return { value: evaluateArithmetic(text) }
  return /^[a-z]/i.test(text) && take(reader, ['(']) !== undefined ? call(reader, text) : undefined
}

function call(reader: Reader, name: string): Operand | undefined {
  const values = [sum(reader)]
  while (take(reader, [',']) !== undefined) values.push(sum(reader))
  const operands = values.filter((value) => value !== undefined)
  return operands.length === values.length ? closed(reader, made(reader, name, operands)) : undefined
}

function closed(reader: Reader, inside: Operand | undefined): Operand | undefined {
  return inside && take(reader, [')']) !== undefined ? inside : undefined
}

function take(reader: Reader, symbols: readonly string[]): string | undefined {
  const text = reader.tokens[reader.at]
  if (text === undefined || !symbols.includes(text)) return undefined
  reader.at += 1
  return text
}

function made({ operations }: Reader, symbol: string, operands: readonly Operand[]): Operand {
  operations.push({ symbol, operands })
  return { from: operations.length - 1 }
}

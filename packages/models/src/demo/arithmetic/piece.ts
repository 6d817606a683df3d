/** A piece of an expression, with brackets where they are needed to keep it together. */

/** From what binds least to what binds most. */
const ranks = ['sum', 'product', 'unary', 'power', 'operand'] as const

export type Piece = {
  readonly text: string
  readonly rank: (typeof ranks)[number]
  /** Nothing but one number, perhaps with a sign. */
  readonly isBare: boolean
}

export function joined(operator: string, left: Piece, right: Piece): Piece {
  const rank = operator === '+' || operator === '-' ? 'sum' : 'product'
  const next = rank === 'sum' ? 'product' : 'unary'
  return { text: `${atLeast(rank, left)} ${operator} ${atLeast(next, right)}`, rank, isBare: false }
}

export function negated(operand: Piece): Piece {
  return { text: `-${atLeast('unary', operand)}`, rank: 'unary', isBare: operand.isBare }
}

export function raised(base: Piece, exponent: Piece): Piece {
  return { text: `${atLeast('operand', base)}^${atLeast('unary', exponent)}`, rank: 'power', isBare: false }
}

/** In brackets, as somebody wrote it. */
export function wrapped(inside: Piece): Piece {
  return { text: `(${inside.text})`, rank: 'operand', isBare: inside.isBare }
}

function atLeast(rank: Piece['rank'], piece: Piece): string {
  return ranks.indexOf(piece.rank) < ranks.indexOf(rank) ? `(${piece.text})` : piece.text
}

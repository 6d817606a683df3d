/** Fractions, exactly. The numerator and denominator of a game stay small. */

/** In lowest terms; the denominator is above zero. */
export type Rational = { readonly above: number; readonly below: number }

export function whole(number: number): Rational {
  return { above: number, below: 1 }
}

export const operators = ['+', '-', '*', '/'] as const

/** Undefined when it divides by zero. */
export function operate(symbol: string, a: Rational, b: Rational): Rational | undefined {
  switch (symbol) {
    case '+':
      return lowest(a.above * b.below + b.above * a.below, a.below * b.below)
    case '-':
      return lowest(a.above * b.below - b.above * a.below, a.below * b.below)
    case '*':
      return lowest(a.above * b.above, a.below * b.below)
    default:
      return b.above === 0 ? undefined : lowest(a.above * b.below, a.below * b.above)
  }
}

export function isSame(a: Rational, b: Rational): boolean {
  return a.above === b.above && a.below === b.below
}

/** Below zero when `a` is the smaller one. */
export function compare(a: Rational, b: Rational): number {
  return a.above * b.below - b.above * a.below
}

export function written({ above, below }: Rational): string {
  return below === 1 ? `${above}` : `${above}/${below}`
}

function lowest(above: number, below: number): Rational {
  const by = (below < 0 ? -1 : 1) * (divisor(Math.abs(above), Math.abs(below)) || 1)
  // Zero has no sign.
  return { above: above / by || 0, below: below / by }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

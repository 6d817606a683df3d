/** Fractions of whole numbers, exact as long as both stay below 2^53. */
export type Rational = { readonly top: number; readonly bottom: number }

/** The four signs of arithmetic. */
export const arithmeticSymbols = ['+', '-', '*', '/'] as const

/** One of the four signs of arithmetic. */
export type ArithmeticSymbol = (typeof arithmeticSymbols)[number]

/** A whole number as a fraction. */
export function wholeRational(value: number): Rational {
  return { top: value, bottom: 1 }
}

/** Undefined for a division by zero. */
export function combineRationals(symbol: ArithmeticSymbol, a: Rational, b: Rational): Rational | undefined {
  switch (symbol) {
    case '+':
      return reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
    case '-':
      return reduced(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom)
    case '*':
      return reduced(a.top * b.top, a.bottom * b.bottom)
    case '/':
      return b.top === 0 ? undefined : reduced(a.top * b.bottom, a.bottom * b.top)
  }
}

function reduced(top: number, bottom: number): Rational {
  const divisor = greatestCommonDivisor(Math.abs(top), Math.abs(bottom)) * (bottom < 0 ? -1 : 1)
  // Without the sum a zero could be negative.
  return { top: top / divisor + 0, bottom: bottom / divisor }
}

function greatestCommonDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b]
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller]
  return larger === 0 ? 1 : larger
}

/** Whether two fractions are the same number. */
export function isSameRational(a: Rational, b: Rational): boolean {
  return a.top === b.top && a.bottom === b.bottom
}

/** Below 0 when the first is smaller, above 0 when it is greater, else 0. */
export function compareRationals(a: Rational, b: Rational): number {
  return a.top * b.bottom - b.top * a.bottom
}

/** `8/3`, or `-4`. */
export function showRational({ top, bottom }: Rational): string {
  return bottom === 1 ? String(top) : `${top}/${bottom}`
}

export function readRational(text: string): Rational | undefined {
  const [, top, bottom = '1'] = /^\s*\(?(-?\d{1,15})(?:\s*\/\s*(\d{1,15}))?\)?\s*$/.exec(text) ?? []
  return top === undefined || Number(bottom) === 0 ? undefined : reduced(Number(top), Number(bottom))
}

/** Numbers that are known by a short name: fractions, roots, logarithms, parts of pi. */

/** An exact form, or nothing. It is a guess as good as fifteen digits. */
export function recognise(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined
  if (Math.abs(value) < 1e-11) return '0'
  return (
    fraction(value, 1000) ??
    within('pi', fraction(value / Math.PI, 24)) ??
    root(value) ??
    named('log', fraction(Math.exp(value), 12), Math.abs(value) < 12) ??
    power(fraction(Math.log(Math.abs(value)), 4), value)
  )
}

function fraction(value: number, largest: number): string | undefined {
  for (let bottom = 1; bottom <= largest; bottom += 1) {
    const top = Math.round(value * bottom)
    if (Math.abs(top) > 1e6) return undefined
    if (top !== 0 && Math.abs(value * bottom - top) < 1e-10 * Math.max(1, Math.abs(top))) {
      return bottom === 1 ? String(top) : `${top}/${bottom}`
    }
  }
  return undefined
}

/** `5/6` of pi is `5*pi/6`. */
function within(unit: string, part: string | undefined): string | undefined {
  if (part === undefined) return undefined
  const [top = '', bottom] = part.split('/')
  const times = top === '1' ? unit : top === '-1' ? `-${unit}` : `${top}*${unit}`
  return bottom === undefined ? times : `${times}/${bottom}`
}

function root(value: number): string | undefined {
  const square = fraction(value * value, 12) ?? within('pi', fraction((value * value) / Math.PI, 12))
  return square && `${value < 0 ? '-' : ''}sqrt(${square})`
}

function named(name: string, argument: string | undefined, isSmall: boolean): string | undefined {
  return argument !== undefined && isSmall && argument !== '1' ? `${name}(${argument})` : undefined
}

function power(exponent: string | undefined, value: number): string | undefined {
  if (exponent === undefined || value < 0 || Math.abs(Number(exponent.split('/')[0])) > 20) return undefined
  return exponent === '1'
    ? 'e'
    : exponent.includes('/') || exponent.startsWith('-')
      ? `e^(${exponent})`
      : `e^${exponent}`
}

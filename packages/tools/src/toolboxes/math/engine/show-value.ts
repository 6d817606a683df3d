/** What an expression gave, as a short text and as data. */
import type { BigNumber, Complex, Fraction, MathType, Unit } from 'mathjs'
import { math } from './mathjs.ts'

export type Shown = { readonly text: string; readonly data: unknown }

const mostEntries = 2500
const mostChars = 8000

/** Fails with the reason when there is nothing to show. */
export function showValue(value: unknown): Shown {
  const plain = lastOf(value)
  const shown = Array.isArray(plain) || math.isMatrix(plain) ? showList(plain) : showOne(plain)
  if (shown.text.length > mostChars) throw new Error('the result is too long to be shown')
  return shown
}

/** Several statements give the value of the last. */
function lastOf(value: unknown): unknown {
  const last = math.isResultSet(value) ? (value as { readonly entries: readonly unknown[] }).entries.at(-1) : value
  // Eigenvalues come with their vectors, in an object.
  const { values } = (last ?? {}) as { readonly values?: unknown }
  return math.isMatrix(values) || Array.isArray(values) ? values : last
}

function showOne(value: unknown): Shown {
  if (typeof value === 'number') return showNumber(value)
  if (typeof value === 'boolean' || typeof value === 'string') return { text: String(value), data: value }
  if (typeof value === 'bigint') return { text: String(value), data: String(value) }
  if (math.isBigNumber(value)) return showBig(value)
  if (math.isFraction(value)) return showFraction(value)
  if (math.isComplex(value)) return showComplex(value)
  if (math.isUnit(value)) return showUnit(value)
  throw new Error('it gives no value that can be shown')
}

function showNumber(value: number): Shown {
  if (Number.isNaN(value)) throw new Error('it has no value')
  if (!Number.isFinite(value)) throw new Error('it divides by zero or is too large')
  const rounded = Number(value.toPrecision(15))
  return { text: String(rounded), data: rounded }
}

function showBig(value: BigNumber): Shown {
  if (!value.isFinite()) throw new Error('it divides by zero or is too large')
  const text = math.format(value, { notation: value.e > 400 || value.e < -30 ? 'exponential' : 'fixed' })
  return { text: text.includes('.') ? text.replace(/\.?0+$/, '') : text, data: text }
}

function showFraction(value: Fraction): Shown {
  const text = math.format(value, { fraction: 'ratio' })
  return { text, data: text }
}

function showComplex(value: Complex): Shown {
  const clean = (part: number) => (Math.abs(part) < 1e-14 ? 0 : Number(part.toPrecision(14)))
  const [re, im] = [clean(value.re), clean(value.im)]
  if (im === 0) return showNumber(re)
  if (!Number.isFinite(re) || !Number.isFinite(im)) throw new Error('it has no value')
  return { text: math.format(math.complex(re, im), 14), data: { re, im } }
}

/** In the unit it was computed in: nobody asked for another prefix. */
function showUnit(value: Unit): Shown {
  const unit = value.formatUnits()
  const amount = Number(value.toNumeric(unit))
  const { text, data } = showNumber(Number(amount.toPrecision(12)))
  return { text: unit === '' ? text : `${text} ${unit}`, data: { value: data, unit } }
}

function showList(value: unknown): Shown {
  const list = (math.isMatrix(value) ? value.toArray() : value) as readonly MathType[]
  let entries = 0
  const show = (entry: unknown): Shown => {
    if (Array.isArray(entry)) {
      const shown = entry.map(show)
      return { text: `[${shown.map(({ text }) => text).join(', ')}]`, data: shown.map(({ data }) => data) }
    }
    entries += 1
    if (entries > mostEntries) throw new Error(`the result has more than ${mostEntries} entries`)
    return showOne(entry)
  }
  return show(list)
}

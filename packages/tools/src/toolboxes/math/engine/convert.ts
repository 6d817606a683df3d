/** A quantity in another unit. */
import type { Unit } from 'mathjs'
import { math } from './mathjs.ts'
import { kindOf, readUnit } from './unit-names.ts'

export type Conversion = { readonly value: number; readonly from: string; readonly to: string }
export type Converted = { readonly value: number; readonly from: string; readonly to: string }

export function convert({ value, from, to }: Conversion): Converted {
  const [source, target] = isTemperature(from, to) ? [scale(from), scale(to)] : [unitIn('from', from), unitIn('to', to)]
  if (!source.equalBase(target)) throw mismatch(from, source, to, target)
  const units = target.formatUnits()
  const result = Number(math.unit(value, source.formatUnits()).toNumber(units).toPrecision(12))
  return { value: result, from: source.formatUnits(), to: units }
}

/** From C to F nobody means coulombs and farads. */
function isTemperature(from: string, to: string): boolean {
  const [first, second] = [from.trim(), to.trim()]
  const others = /^(?:[CFK]|.*(?:deg|°|celsius|fahrenheit|kelvin).*)$/i
  return (/^[CF]$/.test(first) && others.test(second)) || (/^[CF]$/.test(second) && others.test(first))
}

function scale(text: string): Unit {
  const letter = text.trim()
  return unitIn('from', letter === 'C' ? 'degC' : letter === 'F' ? 'degF' : letter)
}

function unitIn(field: string, text: string): Unit {
  const unit = readUnit(text)
  if (unit && unit.formatUnits() !== '') return unit
  const shown = text.slice(0, 40)
  if (isCurrency(text)) {
    throw new Error(
      `\`${field}\`: \`${shown}\` is a currency. Rates change every day and are not known here: look up the present rate, then multiply.`,
    )
  }
  throw new Error(`\`${field}\`: \`${shown}\` is no unit that is known. ${examples}`)
}

const examples =
  'Write it like `km`, `mile`, `kg`, `lb`, `degC`, `litre`, `GB`, `GiB`, `hour`, `km/h`, `m^2`, `kWh`, `psi` or `square feet`.'

function mismatch(from: string, source: Unit, to: string, target: Unit): Error {
  const [first, second] = [kindOf(source), kindOf(target)]
  const why =
    first && second
      ? `\`${from}\` is for ${first} and \`${to}\` for ${second}`
      : `\`${from}\` and \`${to}\` measure different things`
  return new Error(`${why}: one cannot be converted into the other.`)
}

const currencyWords =
  /^(?:[$€£¥₹₽₩₪]|(?:us|canadian|australian)? ?dollars?|euros?|pounds? sterling|yens?|yuan|rupees?|swiss francs?|francs?|pesos?|bitcoins?|btc|eth)$/i

function isCurrency(text: string): boolean {
  const plain = text.trim()
  if (currencyWords.test(plain)) return true
  return /^[A-Za-z]{3}$/.test(plain) && Intl.supportedValuesOf('currency').includes(plain.toUpperCase())
}

/** The same number, as near as it has to be. */
import type { Tolerance } from '../task.ts'
import { type ReadNumber, readNumbers } from './read-numbers.ts'

/** What is lost in the last digits is no mistake. */
export const noTolerance: Tolerance = { absolute: 0, relative: 1e-9 }

/** The number an accepted answer is; undefined when it is none, or several. */
export function acceptedNumber(accepted: string): ReadNumber | undefined {
  const [only, ...others] = readNumbers(accepted)
  return others.length === 0 ? only : undefined
}

/** Whether the last number of the answer is the accepted one: where this has a unit, the last with that unit. */
export function isNumber(answer: string, accepted: string, tolerance: Tolerance = noTolerance): boolean {
  const wanted = acceptedNumber(accepted)
  if (!wanted) return false
  const given = lastOf(readNumbers(answer), wanted.unit)
  return given !== undefined && isNear(given, wanted, tolerance)
}

function lastOf(numbers: readonly ReadNumber[], unit: string): ReadNumber | undefined {
  return (unit === '' ? undefined : numbers.findLast((each) => each.unit === unit)) ?? numbers.at(-1)
}

/** Who says no unit means the one that was asked for; `12 %` is 0.12 as well, where the other side is bare. */
function isNear(given: ReadNumber, wanted: ReadNumber, tolerance: Tolerance): boolean {
  if (areOfTwoSigns(given, wanted)) return false
  if (given.unit === wanted.unit) return isWithin(given.value, wanted.value, tolerance)
  if (wanted.unit === '' && given.unit === '%') {
    return [given.value, given.value / 100].some((value) => isWithin(value, wanted.value, tolerance))
  }
  if (given.unit === '' && wanted.unit === '%') {
    return [wanted.value, wanted.value / 100].some((value) => isWithin(given.value, value, tolerance))
  }
  // What stands behind a number in a sentence need not be a unit.
  return (wanted.unit === '' || given.unit === '') && isWithin(given.value, wanted.value, tolerance)
}

/** `$5` is neither `€5` nor `5 %`. */
function areOfTwoSigns(...numbers: readonly ReadNumber[]): boolean {
  const signs = numbers.flatMap(({ unit, money }) => [money, unit === '%' ? unit : '']).filter((sign) => sign !== '')
  return new Set(signs).size > 1
}

function isWithin(given: number, wanted: number, { absolute, relative }: Tolerance): boolean {
  return Math.abs(given - wanted) <= Math.max(absolute, relative * Math.abs(wanted))
}

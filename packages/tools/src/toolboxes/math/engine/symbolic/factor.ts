/** Formulas as products, and whole numbers as products of primes. */
import { type Answer, notVerified } from './answer.ts'
import { readFormula } from './formula.ts'
import { compare } from './sampling.ts'
import { showFormula } from './show-formula.ts'
import { rewritten } from './simplify.ts'

export function factor({ expression }: { readonly expression: string }): Answer {
  const digits = expression.replace(/[\s,_]/g, '')
  if (/^-?\d+$/.test(digits)) return primeFactors(BigInt(digits))
  const formula = readFormula(expression)
  const [product] = rewritten('factor', formula)
  const own = showFormula(formula)
  if (!product) throw new Error(`No factors were found for \`${own}\`.`)
  const sameness = compare(formula, product)
  if (sameness === 'different') throw new Error(`The factors that were found for \`${own}\` are wrong: none are given.`)
  const shown = showFormula(product)
  const text = shown === own ? `${own} has no factors with whole coefficients that were found` : `${own} = ${shown}`
  const isVerified = sameness === 'same' || sameness === 'same-if-positive'
  return { text: isVerified ? text : `${text}. ${notVerified}`, data: { result: shown, verified: isVerified } }
}

/** Dividing up to here takes about a second. */
const largestDivisor = 5_000_000n

function primeFactors(number: bigint): Answer {
  const factors = primesOf(number < 0n ? -number : number)
  const shown = factors.map(([prime, power]) => (power === 1 ? String(prime) : `${prime}^${power}`))
  const result = (number < 0n ? ['-1', ...shown] : shown).join(' * ')
  const isPrime = number > 1n && result === String(number)
  return {
    text: isPrime ? `${number} is a prime number` : `${number} = ${result}`,
    data: { result, factors: factors.map(([prime, power]) => ({ prime: String(prime), power })), verified: true },
  }
}

type Power = readonly [prime: bigint, power: number]

function primesOf(number: bigint): readonly Power[] {
  const found: Power[] = []
  let rest = number
  for (let divisor = 2n; divisor * divisor <= rest; divisor += divisor === 2n ? 1n : 2n) {
    if (divisor > largestDivisor) {
      throw new Error(`${rest} has no factor below ${largestDivisor}, and larger ones are not looked for.`)
    }
    const power = timesIn(divisor, rest)
    rest /= divisor ** BigInt(power)
    if (power > 0) found.push([divisor, power])
  }
  return rest > 1n || found.length === 0 ? [...found, [rest, 1]] : found
}

function timesIn(divisor: bigint, number: bigint): number {
  return number % divisor === 0n ? 1 + timesIn(divisor, number / divisor) : 0
}

/** Integrals: antiderivatives, and areas between two bounds. */
import { math } from '../mathjs.ts'
import { algebra } from '../nerdamer.ts'
import { type Answer, chosenVariable, notVerified } from './answer.ts'
import { isSlopeOf } from './derive.ts'
import { answered, type Formula, lettersFor, readFormula, substituted, written } from './formula.ts'
import { area } from './quadrature.ts'
import { evaluator, isNear } from './sampling.ts'
import { showFormula } from './show-formula.ts'
import { recognise } from './solve/recognise.ts'

export type IntegrateInput = {
  readonly expression: string
  readonly variable?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export function integrate({ expression, variable: asked, from, to }: IntegrateInput): Answer {
  const formula = readFormula(expression)
  const variable = chosenVariable(asked, formula.variables)
  const found = antiderivative(formula, variable)
  if ((from === undefined) !== (to === undefined)) throw new Error('Give both `from` and `to`, or neither.')
  if (from !== undefined && to !== undefined) {
    return between(formula, variable, { from: bound('from', from), to: bound('to', to), antiderivative: found })
  }
  if (!found) {
    throw new Error(
      `No antiderivative of \`${showFormula(formula)}\` was found. With \`from\` and \`to\` the area can be computed by numbers.`,
    )
  }
  const result = `${showFormula(found)} + C`
  const isVerified = isSlopeOf(formula, found, variable)
  const text = `integral of ${showFormula(formula)} d${variable} = ${result}`
  return { text: isVerified ? text : `${text}. ${notVerified}`, data: { result, variable, verified: isVerified } }
}

function antiderivative(formula: Formula, variable: string): Formula | undefined {
  const letters = lettersFor([...formula.variables, variable])
  try {
    const text = algebra(`integrate(${written(formula.tree, letters)},${letters.get(variable)})`)
    return /integrate|defint|limit|NaN|undefined/.test(text) ? undefined : answered(text, letters)
  } catch {
    return undefined
  }
}

type Bound = { readonly formula: Formula | undefined; readonly value: number; readonly text: string }
type Bounds = { readonly from: Bound; readonly to: Bound; readonly antiderivative: Formula | undefined }

function bound(field: string, text: string): Bound {
  const infinite = /^\s*([+-]?)\s*(?:inf|infinity|oo|∞)\s*$/i.exec(text)
  if (infinite) {
    const value = infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    return { formula: undefined, value, text: value < 0 ? '-infinity' : 'infinity' }
  }
  const formula = readFormula(text)
  const { re, im } = evaluator(formula)({})
  if (formula.variables.length > 0 || im !== 0 || !Number.isFinite(re)) {
    throw new Error(
      `\`${field}\`: \`${text.slice(0, 40)}\` is no real number. Write it like \`0\`, \`pi/2\` or \`inf\`.`,
    )
  }
  return { formula, value: re, text: showFormula(formula) }
}

/** By the antiderivative where numbers agree with it, else by numbers alone. */
function between(formula: Formula, variable: string, { from, to, antiderivative: found }: Bounds): Answer {
  const others = formula.variables.filter((name) => name !== variable)
  if (others.length > 0) {
    throw new Error(
      `An area needs numbers: \`${others.join('`, `')}\` ${others.length === 1 ? 'has' : 'have'} no value.`,
    )
  }
  const evaluate = evaluator(formula)
  const value = area((x) => realPart(evaluate({ [variable]: x })), from.value, to.value)
  const name = `integral of ${showFormula(formula)} d${variable} from ${from.text} to ${to.text}`
  if (value === undefined) {
    throw new Error(`The ${name} has no finite value that could be found: it may not converge.`)
  }
  const exact = found && exactArea(found, variable, { from, to, value })
  const decimal = Number(value.toPrecision(10))
  return {
    text: `${name} = ${areaText(value, exact)}`,
    data: { result: exact ?? String(decimal), value: decimal, exact: exact !== undefined, variable, verified: true },
  }
}

/** Without an antiderivative a number is all there is, though it may be one that has a name. */
function areaText(value: number, exact: string | undefined): string {
  const decimal = String(Number(value.toPrecision(10)))
  if (exact !== undefined) return exact === decimal ? exact : `${exact} (≈ ${decimal})`
  const name = recognise(value)
  return name === undefined || name === decimal
    ? `${decimal} (by numbers)`
    : `${decimal} (by numbers; it looks like ${name})`
}

/** A curve that leaves the real numbers has no area. */
function realPart({ re, im }: { readonly re: number; readonly im: number }): number {
  return Math.abs(im) < 1e-12 * Math.max(1, Math.abs(re)) ? re : Number.NaN
}

type Ends = { readonly from: Bound; readonly to: Bound; readonly value: number }

function exactArea(found: Formula, variable: string, { from, to, value }: Ends): string | undefined {
  if (!from.formula || !to.formula) return undefined
  const tree = new math.OperatorNode('-', 'subtract', [
    new math.ParenthesisNode(substituted(found.tree, variable, to.formula.tree)),
    new math.ParenthesisNode(substituted(found.tree, variable, from.formula.tree)),
  ])
  try {
    const letters = lettersFor([])
    const exact = answered(algebra(written(tree, letters)), letters)
    const text = showFormula(exact)
    const isSame = isNear(evaluator(exact)({}), { re: value, im: 0 }, 1e-8)
    return isSame && text.length <= 80 && !/\d{8}/.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

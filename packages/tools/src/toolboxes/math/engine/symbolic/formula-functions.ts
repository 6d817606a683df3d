/** The functions a formula may use, and how the library of algebra writes each. */

type Writer = (args: readonly string[]) => string

const same = (name: string): readonly [string, Writer] => [name, ([x = '0']) => `${name}(${x})`]

const named =
  'sin cos tan sec csc cot asin acos atan sinh cosh tanh sech csch coth asinh acosh atanh abs sqrt erf factorial'

export const formulaFunctions: ReadonlyMap<string, Writer> = new Map([
  ...named.split(' ').map(same),
  ['log', ([x = '0', base]) => (base === undefined ? `log(${x})` : `log(${x})/log(${base})`)],
  ['log10', ([x = '0']) => `log(${x})/log(10)`],
  ['log2', ([x = '0']) => `log(${x})/log(2)`],
  ['exp', ([x = '0']) => `e^(${x})`],
  ['cbrt', ([x = '0']) => `(${x})^(1/3)`],
  ['nthRoot', ([x = '0', n = '2']) => `(${x})^(1/(${n}))`],
  ['pow', ([x = '0', n = '1']) => `(${x})^(${n})`],
])

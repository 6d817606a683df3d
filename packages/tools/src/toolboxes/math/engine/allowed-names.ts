/** The functions and constants an expression may use. All compute from their arguments alone. */

const words = (text: string) => new Set(text.split(/\s+/).filter((word) => word !== ''))

export const allowedFunctions: ReadonlySet<string> = words(`
  abs acos acosh acot acoth acsc acsch add and arg asec asech asin asinh atan atan2 atanh bellNumbers bigint bignumber
  bin bitAnd bitNot bitOr bitXor catalan cbrt ceil column combinations combinationsWithRep compare complex
  composition concat conj corr cos cosh cot coth count cross csc csch ctranspose cube cumsum deepEqual det diag divide
  dot dotDivide dotMultiply dotPow eigs equal erf exp expm expm1 factorial fix flatten floor fraction gamma gcd hex
  hypot identity im inv invmod isInteger isNaN isNegative isPositive isPrime isZero kron larger largerEq lcm
  leftShift lgamma log log10 log1p log2 lsolve lusolve mad max mean median min mod mode multinomial multiply norm
  not nthRoot nthRoots oct ones or permutations pinv pow prod quantileSeq range re reshape resize
  rightArithShift rightLogShift round row sec sech setDifference setIntersect setSize setUnion sign sin sinh size
  smaller smallerEq sort sqrt sqrtm square std stirlingS2 subtract sum tan tanh to trace transpose unaryMinus
  unaryPlus unequal usolve variance xgcd xor zeros zeta
`)

/** Names people use for functions that are called otherwise. */
export const functionAliases: ReadonlyMap<string, string> = new Map([
  ['ln', 'log'],
  ['lg', 'log10'],
  ['arcsin', 'asin'],
  ['arccos', 'acos'],
  ['arctan', 'atan'],
  ['avg', 'mean'],
  ['average', 'mean'],
  ['stdev', 'std'],
  ['var', 'variance'],
  ['fact', 'factorial'],
  ['ncr', 'combinations'],
  ['nCr', 'combinations'],
  ['choose', 'combinations'],
  ['binomial', 'combinations'],
  ['npr', 'permutations'],
  ['nPr', 'permutations'],
  ['sgn', 'sign'],
  ['trunc', 'fix'],
])

export const allowedConstants: ReadonlySet<string> = words(`
  pi PI e E i tau phi Infinity NaN true false LN2 LN10 SQRT2 SQRT1_2
  speedOfLight gravitationConstant planckConstant elementaryCharge boltzmann avogadro gasConstant gravity
`)

/** Functions that make lists as long as their arguments say. */
export const listMakers: ReadonlySet<string> = words('identity ones range resize zeros')

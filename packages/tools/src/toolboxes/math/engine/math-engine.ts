/** The work of the math tools that can take long: done in a process of its own, which can be ended. */
import './no-code-from-text.ts'

// biome-ignore lint/performance/noBarrelFile: the exports are what may be run in the process
export { calculate } from './calculate.ts'
export { convert } from './convert.ts'
export { derive } from './symbolic/derive.ts'
export { factor } from './symbolic/factor.ts'
export { integrate } from './symbolic/integrate.ts'
export { simplify } from './symbolic/simplify.ts'
export { solve } from './symbolic/solve/solve.ts'

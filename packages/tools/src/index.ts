/** Tools for loops. */
export { calculator } from './calculator.ts'

/** Models that come with Gyre. */
export { demoModel } from './demo/demo-model.ts'

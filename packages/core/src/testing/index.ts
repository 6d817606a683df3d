/** For tests, of Gyre and of what is built on it. */
export { keyValueConformance } from './conformance/key-value-conformance.ts'
export { storeConformance } from './conformance/store-conformance.ts'
export type { Expect, OpenKeyValue, OpenStore, TestRunner } from './conformance/suite.ts'
export { inMemoryMemory, letterEmbedder } from './memory-ports.ts'
export { type CassetteRow, recordedModel } from './recorded-model.ts'
export {
  calls,
  callsAll,
  fails,
  modelOf,
  type ScriptedModel,
  type ScriptedOptions,
  type ScriptedReply,
  type ScriptedTurn,
  says,
  scripted,
  scriptedModel,
} from './scripted-model.ts'
export { type SimulatedClock, sequentialIds, simulatedClock } from './simulated-time.ts'

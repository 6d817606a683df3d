/** For tests of what is built on Gyre: scripted models, recorded sessions, time and ids that tests own. */
export { type Cassette, type Ending, type ReplayDrift, type ReplayReport, readCassette } from '@gyre/core'
export {
  type CassetteRow,
  calls,
  callsAll,
  fails,
  inMemoryMemory,
  keyValueConformance,
  letterEmbedder,
  modelOf,
  recordedModel,
  type ScriptedModel,
  type ScriptedOptions,
  type ScriptedReply,
  type ScriptedTurn,
  type SimulatedClock,
  says,
  scripted,
  scriptedModel,
  sequentialIds,
  simulatedClock,
  storeConformance,
} from '@gyre/core/testing'
export { type ExpectReplayOptions, expectReplay } from './expect-replay.ts'
export { promptDiff } from './prompt-diff.ts'
export { replayFailure } from './replay-failure.ts'
export { type TestFiles, type TestFilesOptions, testFiles } from './test-files.ts'

/** Gyre as a library: a loop, a goal, a model. Add a store and it is durable. */
export {
  cot,
  defineLoop,
  defineTool,
  direct,
  GyreError,
  type Json,
  type Loop,
  type LoopContext,
  loops,
  type Model,
  type Outcome,
  react,
  type Session,
  type SessionEnd,
  type SessionEvent,
  type Store,
  type Tool,
  toolOutput,
  WrapUp,
} from '@gyre/core'
export { memoryStore } from '@gyre/stores/memory'
export { type SqliteStore, sqliteStore } from '@gyre/stores/sqlite'
export { type OpenOptions, open } from './open.ts'
export { type RunOptions, run } from './run.ts'

/** Gyre as a library: a loop, a goal, a model. Add a store and it is durable. */
export {
  assistant,
  type Breakpoint,
  type Budget,
  cot,
  defineLoop,
  definePrompts,
  defineTool,
  direct,
  type ForkOptions,
  GyreError,
  isFact,
  type Json,
  type Loop,
  type LoopContext,
  type LoopDefinition,
  type LoopResult,
  loops,
  type Message,
  type Model,
  type ModelInput,
  type Outcome,
  type Persona,
  type Question,
  type Reply,
  type Runtime,
  react,
  type SendOptions,
  type Session,
  type SessionEnd,
  type SessionEvent,
  type StartOptions,
  type Store,
  system,
  type Task,
  type TaskInput,
  type Tool,
  textOf,
  toolOutput,
  user,
  WrapUp,
} from '@gyre/core'
export { demoModel } from '@gyre/models'
export { memoryStore } from '@gyre/stores/memory'
export { type SqliteStore, sqliteStore } from '@gyre/stores/sqlite'
export { type Config, defineConfig } from './config/define-config.ts'
export { type OpenOptions, open } from './open.ts'
export { type RunOptions, run } from './run.ts'

/** The model port: anything that streams a reply to a list of messages. */
import type { JsonSchema } from '../json.ts'
import type { Message } from '../messages.ts'

/** A tool as a model sees it. */
export type ToolSpec = { readonly name: string; readonly description: string; readonly input: JsonSchema }

/** Whether the model may, must not or must call a tool. */
export type ToolChoice = 'auto' | 'none' | 'required'

/** How freely a model speaks, and how much; what is left out is the provider's default. */
export type Sampling = {
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly maxOutputTokens?: number | undefined
  readonly seed?: number | undefined
  /** Texts at which the model stops; they are not part of the reply. */
  readonly stop?: readonly string[] | undefined
}

/** What a model is asked. */
export type ModelRequest = Sampling & {
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolSpec[] | undefined
  readonly toolChoice?: ToolChoice | undefined
  /** The reply must be a JSON value of this shape. */
  readonly output?: { readonly name: string; readonly schema: JsonSchema } | undefined
}

/** Tokens as the provider counted them. Tokens read from a cache or written to it are part of the input tokens. */
export type Usage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens?: number
  readonly cacheWriteTokens?: number
  readonly reasoningTokens?: number
}

/** Why a model stopped. */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'filtered' | 'other'

/** A piece of a reply as it streams. A reply ends with one `finish`. */
export type ModelPart =
  /** The model has begun, and has nothing to show so far. */
  | { readonly type: 'alive' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string; readonly signature?: string }
  /** A piece of a call's arguments, for those who watch. */
  | { readonly type: 'tool-input'; readonly id: string; readonly tool: string; readonly text: string }
  /** A complete call; `input` is JSON text as the model wrote it. */
  | { readonly type: 'tool-call'; readonly id: string; readonly tool: string; readonly input: string }
  /** An attempt failed and the call is made again: what came of it so far is not part of the reply. */
  | {
      readonly type: 'retry'
      readonly model: string
      readonly error: { readonly code: string; readonly message: string; readonly status?: number }
      readonly waitMs: number
    }
  /** Another model than the one that was asked answers from here on, at its own price. */
  | { readonly type: 'fallback'; readonly model: string; readonly price: Price | undefined }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage: Usage }

/** USD for a million tokens. */
export type Price = {
  readonly input: number
  readonly output: number
  /** As plain input when absent. */
  readonly cachedInput?: number | undefined
  readonly cacheWrite?: number | undefined
}

/** What a call is part of, and the signal that ends it. */
export type ModelCall = { readonly signal: AbortSignal; readonly session: string; readonly path: string }

/** Anything that streams a reply. Implement it to bring a model of your own. */
export type Model = {
  /** `provider/model`, as people write it. */
  readonly id: string
  /** Tokens that fit into one request; unknown when absent. */
  readonly contextWindow?: number
  /** Whether it takes tools natively. Otherwise loops speak a text protocol with it. May turn false when a call shows it. */
  readonly nativeTools?: boolean
  /** Whether it keeps to a JSON Schema natively. Otherwise the schema is put into the prompt. May turn false, too. */
  readonly nativeOutput?: boolean
  /** Unknown when absent: the cost of a call is then unknown too. */
  readonly price?: Price
  /** Who may answer in its place: a limit in USD needs their prices, too. */
  readonly fallbacks?: readonly Pick<Model, 'id' | 'price'>[]
  /**
   * Streams one reply. Fails with a GyreError (`model-auth`, `model-overflow`, `model-unavailable`,
   * `model-incapable` after which `nativeTools` or `nativeOutput` says so, `model-failed`); stops soon after
   * `call.signal` aborts.
   */
  stream(request: ModelRequest, call: ModelCall): AsyncIterable<ModelPart>
}

/** A model of another library, known by these fields: a runtime that is told how makes a model of it. */
export type ForeignModel = {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
}

/** A model as people give it: an object, or a name such as `openai/gpt-5`. */
export type ModelInput = Model | ForeignModel | string

/** Who does a piece of work. One model may serve all roles. */
export type Role = 'author' | 'planner' | 'judge' | 'utility'

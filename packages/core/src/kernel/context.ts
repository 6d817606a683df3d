/** The verbs a loop may use. Adding one is a design decision. */
import type { z } from 'zod'
import type { Json } from '../json.ts'
import type { Message, ToolCall } from '../messages.ts'
import type { Grammar } from '../parsing/grammar.ts'
import type { MemoryItem, NewMemory } from '../ports/memory.ts'
import type { FinishReason, Model, Role, Sampling, ToolChoice, ToolSpec } from '../ports/model.ts'
import type { Tool, ToolEffect } from '../tools/tool.ts'
import type { Limits } from './limits.ts'
import type { Loop, LoopResult, Task } from './loop.ts'
import type { Outcome } from './outcome.ts'
import type { PromptTemplate, PromptValues } from './prompt-template.ts'
import type { SessionUsage } from './session-view.ts'

/** What a model answered. */
export type Reply = {
  /** To be put into the conversation as it is. */
  readonly message: Message
  /** What it said, free of thinking and protocol. */
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly finish: FinishReason
  /** Why the reply could not be read, when neither it nor its repair could. */
  readonly fault?: string
}

/** A label names a step in its path; the verb's own name is used when it is left out. */
export type Labelled = { readonly label?: string }

/** How a model is asked for a reply. */
export type GenerateOptions = Labelled &
  Sampling & {
    /** Who is asked; `author` when left out. */
    readonly role?: Role
    readonly tools?: readonly ToolSpec[]
    readonly toolChoice?: ToolChoice
    /** How tool calls are written as text, for models that take no tools and for replies that slip into text. */
    readonly grammar?: Grammar
    /** `native` and `text` force a protocol; `auto` takes what the model can do. */
    readonly protocol?: Protocol
    /** This call begins a turn of the loop; counted against the limit of turns. */
    readonly turn?: true
    /** Called with each tool call as soon as it is complete, while the reply still streams. */
    readonly onToolCall?: (call: ToolCall) => void
    /** Asks for something else than the answer, such as a note: an answer that is forced does not start from it. */
    readonly aside?: true
  }

/**
 * How tools are offered: by the provider's own interface, in text, or `auto`, which takes the former where there is
 * one.
 */
export type Protocol = 'auto' | 'native' | 'text'

/** How a model is asked for a value of a schema. */
export type GenerateObjectOptions<T> = Labelled &
  Sampling & {
    readonly role?: Role
    /** This call begins a turn of the loop; counted against the limit of turns. Repairs belong to it. */
    readonly turn?: true
    /** A name for the value, shown to the model. */
    readonly name?: string
    /** How often the model may be shown its faults and asked again; 2 when left out. */
    readonly repairs?: number
    /** What to use when no readable value comes. Without it the step fails with `output-invalid`. */
    readonly fallback?: (faults: readonly string[]) => T
    /** Reads a value that is written in another form than JSON, such as a list of lines; undefined when it is not there. */
    readonly read?: (text: string) => unknown
    /** Beyond the schema: faults of a value that fits it. */
    readonly check?: (value: T) => readonly string[]
    /**
     * Given each entry of a list in the value as soon as it is complete, while the reply still streams: to foresee
     * calls, and nothing else. The value may turn out to be unusable, and a replay hands out none.
     */
    readonly onEntry?: { readonly of: string; readonly take: (entry: Json) => void }
  }

/** A tool as a loop sees it. */
export type OfferedTool = ToolSpec & {
  /** What repeating a call does to the world; `once` when left out. Models are not told. */
  readonly effect?: ToolEffect
}

/** What is known of a loop without running it. */
export type LoopCard = Pick<Loop, 'name' | 'summary' | 'traits'>

/** How a loop runs inside of another; what is left out is as in the loop around it. */
export type RunLoopOptions<C> = Labelled & {
  readonly config?: C
  /** Limits of its own, within what is left of the parent's. */
  readonly budget?: Limits
  /** Models for single roles; the others are those of the loop around it. */
  readonly models?: Partial<Record<Role, Model>>
  /** Its tools; those of the loop around it when left out. */
  readonly tools?: readonly Tool[]
  /** Said to its author in every request. */
  readonly instructions?: string
  /** Whether what it does is written down for the loop that runs it, as `trace`. */
  readonly traced?: boolean
}

/** How a child loop ended. */
export type LoopEnd = Required<Pick<LoopResult, 'answer'>> & {
  readonly outcome: Outcome
  readonly gap: string | null
  readonly details: Json
  /** What it said, called and observed, in order; long ones lose their middle. None when a person answered for it. */
  readonly trace?: readonly string[]
  /** The calls it made, where it was traced: every one, in order. A failure of such a loop has them in its details. */
  readonly calls?: readonly TracedCall[]
}

/** A call of a tool that a loop made, and what became of it. */
export type TracedCall = {
  readonly tool: string
  readonly input: Json
  readonly effect: ToolEffect
  /** False when it was refused before it began. */
  readonly isMade: boolean
  readonly isFailed: boolean
  /** The beginning of what it gave. */
  readonly text: string
  /** Where the text is from. */
  readonly from?: string
}

export type CallToolsOptions = Labelled & {
  /** The longest a call may take, in ms; the tool's own time when that is shorter. */
  readonly timeoutMs?: number
  /**
   * The calls are steps of the plan that was shown last. One that has not begun when the session is paused and a person
   * changes that plan is not made, and the next `plan` gives what the person wants: `plan-changed` is thrown where none of
   * the calls was made, else its result is marked as `notMade`.
   */
  readonly isPlanned?: true
}

export type CacheOptions = Labelled & {
  readonly ttlMs?: number
  /** For sessions alone that have the same loop, persona, models, sampling and instructions. */
  readonly isPersonal?: true
}

/** Vectors, and who made them: those of two embedders are never compared, and one session has one embedder. */
export type Embedded = { readonly embedder: string; readonly vectors: readonly Float32Array[] }

/** Calls, tokens, and what they cost where every price is known. */
export type Spent = Omit<SessionUsage, 'activeMs'>

/** How branches run side by side. */
export type MapOptions = Labelled & {
  /** How many at once; 8 when left out. */
  readonly concurrency?: number
  /** What a forced answer starts from, and how it is spoken, where only branches ask and no request is the loop's own. */
  readonly answerFrom?: Pick<GenerateOptions, 'grammar' | 'protocol'> & { readonly messages: readonly Message[] }
}

/** How a person is asked. */
export type AskOptions = Labelled & {
  /** What may be answered; anything when left out. */
  readonly choices?: readonly string[]
  /** About the plan that was shown last: who changes that plan ends the question, and the answer is `changed`. */
  readonly about?: 'plan'
}

/** How a tool asks a person, or has the client of the session run a call. */
export type ToolAskOptions = AskOptions & {
  /** The client that began the session is to run this call: the answer is what it gave. */
  readonly clientCall?: { readonly tool: string; readonly input: unknown }
}

/** A step of a plan that people can see and edit. `needs` names the steps that come before it. */
export type PlanStep = {
  readonly id: string
  readonly goal: string
  readonly needs?: readonly string[]
  readonly tool?: string
  readonly input?: Json
}

/** How a plan is published: which round it is, why it changed, and what is wrong with one that people edited. */
export type PlanOptions<S> = Labelled & {
  /** Which re-plan this is, from 1; counted against the limit of rounds. */
  readonly round?: number
  readonly reason?: string
  /** Faults of an edited plan; one with faults is rejected. */
  readonly validate?: (steps: readonly S[]) => readonly string[]
}

/**
 * Everything a loop may do to the world.
 *
 * What a verb gives is journaled: after a crash the loop runs again from the top, and the verbs give
 * what they gave the first time. So a loop must be deterministic between them: no clock, no
 * randomness, no fetch, no file, except through `ctx`.
 *
 * Steps get their paths in the order they are asked for. So several chains of steps side by side need
 * a `ctx` each: use `map`, not `Promise.all` over one `ctx`.
 *
 * The verbs may be taken out of it: `const { generate } = ctx`.
 *
 * Limits, interventions, retries, events and the audit trail are the kernel's: a loop writes none of them.
 */
export type LoopContext = {
  /** The tools this loop may use, as a model is shown them, and what their calls do to the world. */
  readonly tools: readonly OfferedTool[]

  /** The path of this run of the loop, '' for the session's own: the account of a `WrapUp` that is its own has it, too. */
  readonly path: string

  /** The loops there are to choose from, as they were when the session began: those that were switched off are left out. */
  readonly loops: readonly LoopCard[]

  /** A prompt in the words this session uses, its placeholders filled in. */
  prompt<P extends string>(template: PromptTemplate<P>, ...values: PromptValues<P>): string

  /** Ask the model. Offer tools, or leave them out so that it can only answer. */
  generate(messages: readonly Message[], options?: GenerateOptions): Promise<Reply>

  /** Ask the model for a value of this shape. A malformed reply is repaired, else shown to the model and asked again. */
  generateObject<T>(schema: z.ZodType<T>, messages: readonly Message[], options?: GenerateObjectOptions<T>): Promise<T>

  /** Run tools, all at once; results keep the order of the calls. A failing tool is an observation, not an exception. */
  callTools(calls: readonly ToolCall[], options?: CallToolsOptions): Promise<readonly Message[]>

  /**
   * Begin a call that will probably be made, if its tool is pure and nobody has a say in it. `callTools` takes over what
   * it gives when it makes the same call; until then nothing of it is written down. What it resolves with is for
   * foreseeing further calls and for nothing else: a replay has none.
   */
  begin(call: ToolCall): Promise<Message | undefined>

  /**
   * Work beside the loop that it does not wait for: to foresee calls. Its steps are those of a branch of its own, and
   * its failures nobody's. It is given up by the function returned, and when the loop ends.
   */
  ahead(work: (ctx: LoopContext) => Promise<void>): () => void

  /** Run another loop, or the one of this name, as a child: own paths, a share of this budget, the same models, tools and instructions unless given. */
  runLoop<C extends z.ZodType>(
    loop: Loop<C> | string,
    task: Task | string,
    options?: RunLoopOptions<z.input<C>>,
  ): Promise<LoopEnd>

  /** Do this for every item, at most `concurrency` at once; results keep the order. Each branch must use the `ctx` it is given. */
  map<T, R>(
    items: readonly T[],
    work: (item: T, ctx: LoopContext, index: number) => Promise<R>,
    options?: MapOptions,
  ): Promise<readonly R[]>

  /** Turn texts into vectors. */
  embed(texts: readonly string[], options?: Labelled): Promise<Embedded>

  /** What past sessions learned about this. */
  recall(query: string, options?: Labelled & { readonly limit?: number }): Promise<readonly MemoryItem[]>

  /** Keep something for later sessions. */
  remember(memory: NewMemory, options?: Labelled): Promise<void>

  /** The value kept under this key, however long it is, or the one computed now and kept for `ttlMs`. */
  cache<T extends Json>(key: string, compute: (ctx: LoopContext) => Promise<T>, options?: CacheOptions): Promise<T>

  /** Wait for a person. The process may stop and start in between. */
  askHuman(question: string, options?: AskOptions): Promise<string>

  /**
   * What a loop with a `reserve` keeps back may be spent from here on: it has begun its end by itself. Of a budget that is not
   * its own it gets nothing.
   */
  useReserve(): void

  /** The best answer so far: what the session ends with if it is cut short. A lower score never replaces a higher one. */
  propose(answer: Json, score?: number): void

  /** Publish the steps not yet run and get them back, as a person may have edited them. */
  plan<S extends PlanStep>(steps: readonly S[], options?: PlanOptions<S>): Promise<readonly S[]>

  /**
   * Show progress that has no step of its own: a score, a tree, a coverage. One text with a `why` beside it, such as
   * `{ loop: 'react', why: 'There are tools.' }`, is shown to people as a line.
   */
  note(name: string, data: Json): void

  /** Name the stretch of work that begins here. `planning`, `executing`, `evaluating` and `deciding` show as the status. */
  phase(name: string): void

  /** The time, in ms: the same on every replay. */
  now(options?: Labelled): Promise<number>

  /** What the session has spent so far, in all its loops: the same on every replay. */
  spent(options?: Labelled): Promise<Spent>

  /** A number from 0 to 1: the same on every replay. */
  random(options?: Labelled): Promise<number>
}

/** What a child or a kernel step needs to build a task from a bare goal. */
export function taskOf(task: Task | string): Task {
  return typeof task === 'string' ? { goal: task, messages: [], files: [] } : task
}

/** A loop: a strategy for reaching a goal, written as a plain async function over `ctx`. */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import type { Json, JsonSchema } from '../json.ts'
import type { FilePart, ImagePart, Message } from '../messages.ts'
import type { LoopContext } from './context.ts'
import type { Limits } from './limits.ts'
import type { Outcome } from './outcome.ts'
import type { PromptTemplate } from './prompt-template.ts'

/** What a loop is given. */
export type Task = {
  readonly goal: string
  /** The conversation so far. */
  readonly messages: readonly Message[]
  readonly files: readonly (FilePart | ImagePart)[]
  /** A JSON Schema the answer must fit. */
  readonly output?: JsonSchema
}

/** What a loop comes to. A plain answer may be returned in its place. */
export type LoopResult = {
  readonly answer: Json
  /** 'answered' when left out. */
  readonly outcome?: Outcome
  /** What is still missing, where that is known. */
  readonly gap?: string
  /** The loop's own facts: rounds, plan, tree, citations. */
  readonly details?: Json
}

/** What is known of a loop without running it: for choosing one. */
export type LoopTraits = {
  /** Model calls of the shortest run, as a formula over the config. */
  readonly minCalls: string
  readonly multiArgTools: boolean
  readonly selfCorrects: boolean
  readonly auditablePlan: boolean
  readonly worksWithoutTools: boolean
  /** Tools of which it needs one, by their names; any tool does when left out. */
  readonly needsAnyOf?: readonly string[]
  /** What its author says is the answer, word for word: whoever waits for it may read along. */
  readonly speaksAnswer?: boolean
  readonly bestFor: string
  /** Words and signs in a goal that speak for this loop. */
  readonly signals: readonly string[]
}

/** A strategy that sessions run, as `defineLoop` makes it. */
export type Loop<C extends z.ZodType = z.ZodType> = {
  readonly name: string
  /** Goes up when the loop asks other things at other paths. */
  readonly version: number
  readonly summary: string
  readonly paper: string | null
  readonly config: C
  readonly traits: LoopTraits
  /** A goal that shows it, and arguments for `gyre run`. */
  readonly example: { readonly goal: string; readonly args: readonly string[] }
  /** Its prompts; their hashes are stored with each session. Templates of `definePrompts` can be put into other words. */
  readonly prompts: Readonly<Record<string, Prompt>>
  /** Loops it runs inside when its config names no others: so they are known wherever it is. */
  readonly uses: readonly Loop[]
  /**
   * For a loop that has more to do at its end than one call: the share of model calls, tokens and cost that its run keeps
   * back for that, where the budget does not say. Of others, one call and a tenth of tokens and cost are kept back.
   */
  readonly reserve?: number
  /** What a run of it may spend at most by its own settings, within the budget it is given. */
  limits?(config: z.output<C>): Limits
  /** Loads the algorithm, where it is apart: called before a session begins, so that it takes none of its time. */
  load?(): Promise<Pick<Loop<C>, 'run'>>
  run(ctx: LoopContext, task: Task, config: z.output<C>): Promise<LoopResult | Json>
}

export type Prompt = PromptTemplate | string | ((...values: never[]) => string)

/**
 * A loop as people write it: a name and `run`, or `load` for a module that has it, so that only those who run a large one
 * load it. What else is known of it helps others to choose it.
 */
export type LoopDefinition<C extends z.ZodType> = Partial<Omit<Loop<C>, 'name' | 'run' | 'load' | 'traits'>> & {
  readonly name: string
  readonly traits?: Partial<LoopTraits>
} & (Pick<Loop<C>, 'run'> | Required<Pick<Loop<C>, 'load'>>)

const noConfig = z.strictObject({})

const defaultTraits: LoopTraits = {
  minCalls: '1',
  multiArgTools: true,
  selfCorrects: false,
  auditablePlan: false,
  worksWithoutTools: true,
  bestFor: '',
  signals: [],
}

const defaultGoal = 'Your goal.'

/** Completes a loop, checks its name and gives its `run` the types of its config. It registers nothing. */
export function defineLoop<C extends z.ZodType = typeof noConfig>(definition: LoopDefinition<C>): Loop<C> {
  const { load, run, ...said } = definition as LoopDefinition<C> & Partial<Pick<Loop<C>, 'load' | 'run'>>
  const { name, traits } = said
  if (!/^[a-z][a-z0-9-]*$/.test(name)) {
    throw new GyreError('label-invalid', `A loop's name is lower-case words joined by \`-\`, not \`${name}\`.`)
  }
  return {
    version: 1,
    summary: '',
    paper: null,
    // Without a schema `C` is the type of this one.
    config: noConfig as z.ZodType as C,
    prompts: {},
    uses: [],
    example: { goal: defaultGoal, args: ['-l', name, defaultGoal] },
    ...said,
    // Whoever wraps a loop of others in a `run` of their own means that one.
    ...(run ? { run } : loadedWhenRun(name, load)),
    traits: { ...defaultTraits, ...traits },
  }
}

/** Once it is there it is run at once: a session whose loop was loaded before waits for nothing. */
function loadedWhenRun<C extends z.ZodType>(
  name: string,
  load: Loop<C>['load'],
): Required<Pick<Loop<C>, 'load' | 'run'>> {
  if (!load) throw new GyreError('config-invalid', `The loop \`${name}\` has neither \`run\` nor \`load\`.`)
  let loading: Promise<Pick<Loop<C>, 'run'>> | undefined
  let loaded: Pick<Loop<C>, 'run'> | undefined
  const once = async () => {
    loading ??= algorithmOf(name, load)
    try {
      loaded = await loading
      return loaded
    } catch (error) {
      // The next session tries again.
      loading = undefined
      throw error
    }
  }
  return { load: once, run: async (ctx, task, config) => (loaded ?? (await once())).run(ctx, task, config) }
}

async function algorithmOf<C extends z.ZodType>(name: string, load: Required<Loop<C>>['load']) {
  try {
    const algorithm = await load()
    if (typeof algorithm?.run === 'function') return algorithm
  } catch (error) {
    throw unloadable(name, error instanceof Error ? error.message : String(error), error)
  }
  throw unloadable(name, 'its module has no function `run`.')
}

function unloadable(name: string, why: string, cause?: unknown): GyreError {
  return new GyreError('loop-failed', `The loop \`${name}\` cannot be loaded: ${why}`, { name, cause })
}

/** A research over a synthetic web: the real loop, the real tools and the real guard, with a simulated author. */
import {
  type Embedder,
  type Limits,
  type ResearchDetails,
  Runtime,
  research,
  type Store,
  systemClock,
} from '@gyre/core'
import { toolGuard } from '@gyre/tools/guard'
import type { Competence } from '../competence.ts'
import { simulatedModel } from '../simulated-model.ts'
import { judgeResearch, type WebVerdict } from './judge.ts'
import type { Markup } from './page-markup.ts'
import { type VerifierScore, verifierScore } from './verifier-score.ts'
import { type Draft, watched } from './watched-drafts.ts'
import { webServer } from './web-server.ts'
import { toolsOf } from './web-tools.ts'
import { type WebWorld, type WebWorldOptions, webWorld } from './web-world.ts'

/** What a run takes from whoever measures. */
export type WebEquipment = {
  /** A store in memory, new each time. */
  readonly store: () => Store
  readonly embedder: Embedder
}

/** The web, how good the author is, and how the loop is set up. */
export type WebRunOptions = {
  readonly world: WebWorldOptions
  /** Nothing goes wrong when left out. */
  readonly competence?: Competence
  readonly config?: object
  /** No limits when left out. */
  readonly budget?: Pick<Limits, 'tokens' | 'toolCalls'>
  readonly markup?: Markup
  /** Ends it: it rejects. */
  readonly signal?: AbortSignal
}

/** What came of one research over a synthetic web. */
export type WebRun = {
  readonly world: WebWorld
  readonly answer: string
  readonly outcome: string
  readonly details: ResearchDetails
  readonly verdict: WebVerdict
  readonly verifier: VerifierScore
  readonly drafts: readonly Draft[]
  readonly tokens: number
  readonly modelCalls: number
  readonly toolCalls: number
}

/** What a page brings must not hang on how busy the machine is: silent ones break off, and nobody else runs out of time. */
const silentMs = 200
const patienceMs = 60_000

/** One run from its first request to its verdict; nothing of it is left behind. */
export async function runWeb({ store: newStore, embedder }: WebEquipment, options: WebRunOptions): Promise<WebRun> {
  const { competence, config = {}, budget, markup = 'plain', signal } = options
  const world = webWorld(options.world)
  const server = await webServer({ world, markup, silentMs })
  const { tools, close } = toolsOf(server, { patienceMs })
  const drafts: Draft[] = []
  const author = simulatedModel({ seed: options.world.seed, ...(competence && { competence }) })
  const model = watched(author, (draft) => drafts.push(draft))
  const store = newStore()
  const toolRunner = toolGuard({ clock: systemClock, keys: store.keys, keyValue: store.keyValue })
  const runtime = new Runtime({ store, loops: [research], embedder, toolRunner, lingerMs: 0 })
  try {
    const session = await runtime.start(research, world.goal, { config, model, tools, ...(budget && { budget }) })
    const { answer, outcome, details: given, usage, error } = await unlessStopped(session.outcome, signal)
    if (error) throw new Error(error.message)
    const details = given as unknown as ResearchDetails
    const { inputTokens, outputTokens, modelCalls, toolCalls } = usage
    return {
      ...{ world, answer: String(answer), outcome, details, drafts },
      verdict: judgeResearch(world, details),
      verifier: verifierScore(drafts, details),
      ...{ tokens: inputTokens + outputTokens, modelCalls, toolCalls },
    }
  } finally {
    await runtime.close({ graceMs: 0 })
    await close()
    await server.close()
  }
}

function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([work, stopped])
}

/** A research over a synthetic web: the real loop, the real tools and the real guard, with a simulated author. */
import { type ResearchDetails, Runtime, research, systemClock } from '@gyre/core'
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { type Competence, simulatedModel } from '@gyre/lab'
import {
  type Draft,
  judgeResearch,
  toolsOf,
  type VerifierScore,
  verifierScore,
  type WebVerdict,
  type WebWorldOptions,
  watched,
  webServer,
  webWorld,
} from '@gyre/lab/web'
import { memoryStore } from '@gyre/stores'
import { toolGuard } from '@gyre/tools/guard'

export type Web8Options = {
  readonly world: WebWorldOptions
  readonly competence?: Competence
  readonly config?: object
  readonly markup?: 'html' | 'plain'
}

export type Web8Run = {
  readonly answer: string
  readonly outcome: string
  readonly details: ResearchDetails
  readonly verdict: WebVerdict
  readonly verifier: VerifierScore
  readonly drafts: readonly Draft[]
  readonly tokens: number
  readonly calls: number
}

/** One run from its first request to its verdict; nothing of it is left behind. */
export async function runWeb8({
  world: options,
  competence,
  config = {},
  markup = 'plain',
}: Web8Options): Promise<Web8Run> {
  const world = webWorld(options)
  const server = await webServer({ world, markup })
  const { tools, close } = toolsOf(server)
  const drafts: Draft[] = []
  const model = watched(simulatedModel({ seed: options.seed, ...(competence && { competence }) }), (draft) => {
    drafts.push(draft)
  })
  const store = memoryStore()
  const toolRunner = toolGuard({ clock: systemClock, keys: store.keys, keyValue: store.keyValue })
  const runtime = new Runtime({ store, loops: [research], embedder: hashedEmbedder(), toolRunner, lingerMs: 0 })
  try {
    const session = await runtime.start(research, world.goal, { config, model, tools })
    const { answer, outcome, details: given, usage, error } = await session.outcome
    if (error) throw new Error(error.message)
    const details = given as unknown as ResearchDetails
    return {
      answer: String(answer),
      outcome,
      details,
      verdict: judgeResearch(world, details),
      verifier: verifierScore(drafts, details),
      drafts,
      tokens: usage.inputTokens + usage.outputTokens,
      calls: usage.modelCalls,
    }
  } finally {
    await runtime.close({ graceMs: 0 })
    await close()
    await server.close()
  }
}

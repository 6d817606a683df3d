/** A research over a synthetic web that another process serves. */
import { research, type Tool } from '@gyre/core'
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { simulatedModel } from '@gyre/lab'
import { toolsOf, webWorld } from '@gyre/lab/web'
import type { Hand } from '../../support/effects.ts'
import type { ServedWeb } from './orders.ts'

/** Few rounds of few searches: most of the time is for processes that begin. */
const config = { maxCycles: 2, maxTopics: 3, searchesPerCycle: 3, pagesPerSearch: 2 }

export function webResearch({ port, ...web }: ServedWeb, hand: Hand) {
  const world = webWorld(web)
  const { tools } = toolsOf({ port, world })
  return {
    loop: research,
    task: world.goal,
    options: { config },
    embedder: hashedEmbedder(),
    model: simulatedModel({ seed: web.seed }),
    tools: tools.map((tool) => ({ ...tool, run: countedRun(tool, hand) })),
  }
}

/** Counted once the server has answered: who dies then has asked for a page that no record tells of. */
function countedRun({ run }: Tool, hand: Hand): Tool['run'] {
  return async (input, context) => {
    const answered = await run(input, context)
    return hand.do('tool', context.path, () => answered)
  }
}

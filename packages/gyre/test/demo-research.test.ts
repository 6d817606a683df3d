import { type Loop, loops, research } from '@gyre/core'
import { bundledShelf } from '@gyre/knowledge'
import { knowledgeToolbox } from '@gyre/knowledge/toolbox'
import { demoModel } from '@gyre/models'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/kernel.ts'

const shelf = bundledShelf(memoryStore().knowledge)
const { tools } = knowledgeToolbox({ shelf: () => shelf })

async function report(goal: string) {
  const { embedder } = await shelf
  const { runtime } = world({ loops, ...(embedder && { embedder }) })
  const session = await runtime.start(research as unknown as Loop, goal, { model: demoModel, tools })
  return session.outcome
}

describe('a report of the demo model over the bundled documents', () => {
  it('says what they say, and every sentence cites what supports it', async () => {
    const { answer, outcome, details } = await report(research.example.goal)
    expect(outcome).toBe('answered')
    expect(details).toMatchObject({ unsupported: [], removed: [], score: { precision: 1, recall: 1 } })
    for (const fact of [
      'The keeper lit the lamp for the first time on 14 October 1871',
      'Before the bridge opened, a rowing ferry carried passengers across for half a crown',
      'The Aldery Tidal Power Company (ATPC) makes electricity from the tides of the Narrows',
    ])
      expect(answer).toContain(fact)
  })

  it('says that there is nothing where they have nothing', async () => {
    const { answer, details } = await report('The opera houses of Vienna')
    expect(String(answer)).toContain('The passages say nothing on')
    expect(details).toMatchObject({ sources: [] })
  })
})

import { describe, expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../../test/support/loop-log.ts'
import { isThere, LoopPart } from './loop-part.ts'
import { saidAt } from './said-reply.ts'

describe('a part of a session', () => {
  it('is the session itself where nothing stands before its paths', async () => {
    const part = new LoopPart(await logOfScenario('reflexion that is satisfied with its second episode'), '')
    expect(part.config).toMatchObject({ maxReflections: 3, keepBest: true })
    expect(part.end).toMatchObject({ outcome: 'answered', answer: 'Done: sent note', gap: null })
    expect(part.notes('episode').map(({ path }) => path)).toHaveLength(2)
  })

  it('is a loop inside of it where its path stands there', async () => {
    const log = await logOfScenario('reflexion that is satisfied with its second episode')
    const part = new LoopPart(log, 'episode#1/react/')
    expect(part.config).toMatchObject({ maxIterations: 10 })
    expect(part.end).toMatchObject({ outcome: 'answered', answer: 'All is tidy.' })
    expect(part.all('think').map(({ path }) => path)).toEqual(['episode#1/react/think#1', 'episode#1/react/think#2'])
    expect(part.notes('episode')).toEqual([])
  })

  it('has no end as long as it runs', async () => {
    const log = earlier(await logOfScenario('reflexion that is satisfied with its second episode'), 4)
    const [whole, episode] = [new LoopPart(log, ''), new LoopPart(log, 'episode#1/react/')]
    expect([whole.end, whole.isOver, episode.end, episode.isOver]).toEqual([null, false, null, false])
    expect(isThere(whole.at('evaluate#1'))).toBe(false)
  })

  it('reads the reply that was asked for again in place of one that could not be read', async () => {
    const part = new LoopPart(await logOfScenario('react with the text protocol'), '')
    expect(saidAt(part.at('think#3'))).toMatchObject({ state: 'finished', calls: [], fault: expect.any(String) })
    expect(part.repaired('think#3').path).toBe('think#3/repair#1')
    expect(saidAt(part.repaired('think#3'))).toMatchObject({
      text: 'again',
      calls: [{ tool: 'look', input: { name: 'sea' } }],
    })
  })
})

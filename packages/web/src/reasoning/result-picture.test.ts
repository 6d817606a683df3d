import { describe, expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../test/support/loop-log.ts'
import { quotesIn, resultPicture } from './result-picture.ts'

describe('the result of a session', () => {
  it('is its answer once it has ended', async () => {
    const log = await logOfScenario('reason that asks and adjusts')
    expect(resultPicture(log)).toEqual({
      text: 'Tidy: true.',
      data: undefined,
      isFinal: true,
      gap: undefined,
      score: undefined,
    })
  })

  it('is what the loop proposed last, until then', async () => {
    const whole = await logOfScenario('reason with steps side by side, one of which must not be repeated')
    const before = earlier(whole, whole.facts.length - 1)
    expect(resultPicture(before)).toMatchObject({ isFinal: false })
    expect(resultPicture(before)?.text).toContain('The hall is dusty.')
    expect(resultPicture(earlier(whole, 1))).toBeUndefined()
  })

  it('keeps the form of an answer that has one', async () => {
    const log = await logOfScenario('direct with an answer to be converted')
    expect(resultPicture(log)?.data).toEqual({ count: 7 })
  })
})

describe('the quotes of an answer', () => {
  it('are its sentences by the number of their source', () => {
    const citations = [
      { number: 1, sentence: 'It is high.' },
      { number: 2, sentence: 'It is old.', quote: 'since 1871', verdict: 'unsupported' },
      { number: 'x', sentence: 'No.' },
    ]
    expect(quotesIn({ citations })).toEqual([
      { number: 1, sentence: 'It is high.', isWeak: false },
      { number: 2, sentence: 'since 1871', isWeak: true },
    ])
    expect(quotesIn(null)).toEqual([])
  })
})

/** What reflexion ends with when an answer is not whole, and when a model fails beside one. */
import { describe, expect, it } from 'vitest'
import { bad, good, reflected, run } from '../../../../test/support/reflexion-run.ts'
import { GyreError } from '../errors.ts'
import { calls, fails, says } from '../testing/scripted-model.ts'

const cut = (text: string) => ({ text, finish: 'length' }) as const
const cutGap = 'The reply was cut off: it reached the most tokens that a reply may have.'
const down = fails(new Error('down'))
const wrongKey = fails(new GyreError('model-auth', 'The key is wrong.'))

describe('an answer that is not whole', () => {
  it('is not answered, however the judge likes it', async () => {
    const { end } = await run({ think: [cut('Mars has two mo')], evaluate: [good] })
    expect(end).toMatchObject({
      outcome: 'limit:tokens',
      answer: 'Mars has two mo',
      gap: cutGap,
      details: { stop: 'satisfactory', episodes: [{ outcome: 'limit:tokens', verdict: 'satisfactory' }] },
    })
  })

  it('keeps the gap that its loop knows of', async () => {
    const filtered = { text: 'Mars has', finish: 'filtered' } as const
    const { end } = await run({ think: [filtered], evaluate: [good] })
    expect(end).toMatchObject({ outcome: 'gap_open', gap: "The provider's filter ended the reply." })
  })

  it('says so beside the verdict when it is the best there is', async () => {
    const { end } = await run({ think: [cut('Two mo')], evaluate: [bad(6, 'It stops.')] }, { maxReflections: 0 })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Two mo', gap: `It stops. ${cutGap}` })
  })

  it('does not speak for a whole one that is better', async () => {
    const script = {
      think: [cut('Two mo'), says('Two.')],
      evaluate: [bad(2), bad(6, 'No source.')],
      reflect: [says('x')],
    }
    const { end } = await run(script, { maxReflections: 1 })
    expect(end).toMatchObject({ outcome: 'limit:turns', answer: 'Two.', gap: 'No source.' })
  })
})

describe('an answer that took all turns of its episode', () => {
  it('is answered when the judge finds it good', async () => {
    const inner = { loop: 'react', config: { maxIterations: 1 } }
    const script = { think: [calls('search', { query: 'x' })], answer: [says('102')], evaluate: [good] }
    const { end } = await run(script, { inner })
    expect(end).toMatchObject({ outcome: 'answered', gap: null, details: { episodes: [{ outcome: 'limit:turns' }] } })
  })
})

describe('a judge that fails', () => {
  const reason = 'The answer was not judged, for the judge failed: down'

  it('leaves the answer, which nobody has judged', async () => {
    const { end, paths } = await run({ think: [says('GOLD')], evaluate: [down] })
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: 'GOLD',
      gap: reason,
      details: { stop: 'unjudged', best: 0, episodes: [{ verdict: 'unsatisfactory', score: 0, reason }] },
    })
    expect(paths.at(-1)).toBe('evaluate#1')
  })

  it('leaves the best of those that were judged', async () => {
    const script = { think: [says('a'), says('b')], evaluate: [bad(8), down], reflect: [says('Again.')] }
    const { end } = await run(script)
    expect(end).toMatchObject({ outcome: 'gap_open', answer: 'a', gap: reason, details: { stop: 'unjudged', best: 0 } })
  })

  it('ends the session when its key is wrong', async () => {
    const { end } = await run({ think: [says('GOLD')], evaluate: [wrongKey] })
    expect(end).toMatchObject({ outcome: 'failed:model-auth', answer: 'GOLD' })
  })
})

describe('a reflection that fails', () => {
  it('is done without', async () => {
    const script = { think: [says('a'), says('b')], evaluate: [bad(8), good], reflect: [down] }
    const { end, model } = await run(script)
    expect(end).toMatchObject({ outcome: 'answered', answer: 'b', details: { reflections: [''] } })
    expect(reflected(model)).toHaveLength(1)
    expect(model.requests[3]?.messages).toHaveLength(2)
  })

  it('ends the session when the key is wrong', async () => {
    const { end } = await run({ think: [says('a')], evaluate: [bad(8)], reflect: [wrongKey] })
    expect(end).toMatchObject({ outcome: 'failed:model-auth', answer: 'a' })
  })
})

/** What critic makes of replies that were cut off, and of models that fail. */
import { describe, expect, it } from 'vitest'
import { draft, edits, length, run, year } from '../../../../../test/support/critic-run.ts'
import { GyreError } from '../../errors.ts'
import { fails, says, scriptedModel } from '../../testing/scripted-model.ts'

const cut = (text: string) => ({ text, finish: 'length' }) as const
const cutGap = 'The reply was cut off: it reached the most tokens that a reply may have.'
const down = fails(new Error('down'))
const wrongKey = fails(new GyreError('model-auth', 'The key is wrong.'))

describe('a revision that was cut off', () => {
  const unusable = 'Claims were checked, but no revision came that can be used.'

  it.each([cut, (text: string) => ({ text, finish: 'filtered' }) as const])(
    'does not take the place of the whole draft',
    async (half) => {
      const { end } = await run(scriptedModel(says(draft), says(year), half('It opened in')), {
        config: { spanEdits: false },
      })
      expect(end).toMatchObject({ outcome: 'gap_open', answer: draft, gap: unusable, details: { stop: 'unreadable' } })
    },
  )

  it('is asked for again where it is a list of edits', async () => {
    const half = cut('{"edits":[{"claim":"1952","replacement":"195')
    const model = scriptedModel(says(draft), says(year), half, edits(['1952', '1953']), says('VERIFIED'))
    expect((await run(model)).end).toMatchObject({
      outcome: 'answered',
      answer: 'It opened in 1953. It is 112 m long.',
    })
  })
})

describe('a draft that was cut off', () => {
  it('is told of whatever else is open', async () => {
    const { end } = await run(scriptedModel(cut(draft), says('Fine.'), says('Fine.')))
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: draft,
      gap: `The answer was not checked: the judge named no claims that could be read. ${cutGap}`,
    })
  })
})

describe('a judge that fails', () => {
  const gap = 'The answer was not checked, for the judge failed: down'

  it('leaves the draft, which nobody has checked', async () => {
    const { end } = await run(scriptedModel(says(draft), down))
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: draft,
      gap,
      details: { stop: 'check-failed', rounds: 1 },
    })
  })

  it('leaves what was mended before', async () => {
    const { end } = await run(scriptedModel(says(draft), says(length), edits(['112 m', '121 m']), down))
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: 'It opened in 1952. It is 121 m long.',
      gap,
      details: { stop: 'check-failed', rounds: 2 },
    })
  })

  it('ends the session when its key is wrong', async () => {
    const { end } = await run(scriptedModel(says(draft), wrongKey))
    expect(end).toMatchObject({ outcome: 'failed:model-auth', answer: draft })
  })
})

describe('an author that fails at the revision', () => {
  it.each([true, false])('leaves the draft as it was (spanEdits %s)', async (spanEdits) => {
    const { end } = await run(scriptedModel(says(draft), says(year), down), { config: { spanEdits } })
    expect(end).toMatchObject({
      outcome: 'gap_open',
      answer: draft,
      gap: 'Claims were checked, but their revision failed: down',
      details: { stop: 'revision-failed', rounds: 1 },
    })
  })

  it('ends the session when the key is wrong', async () => {
    const { end } = await run(scriptedModel(says(draft), says(year), wrongKey))
    expect(end).toMatchObject({ outcome: 'failed:model-auth', answer: draft })
  })

  it('at the draft ends the session: there is nothing else', async () => {
    const { end } = await run(scriptedModel(down))
    expect(end).toMatchObject({ outcome: 'failed:model-failed', answer: null })
  })
})

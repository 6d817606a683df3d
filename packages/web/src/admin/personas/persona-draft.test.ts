import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyName, draftOfText, faultOfDraft, fieldAt, textOfDraft, withField } from './persona-draft.ts'

const draft = { name: 'careful', loop: 'react', budget: { modelCalls: 20 } }

describe('a persona that is being written', () => {
  it('gets a field, deep inside, too', () => {
    expect(withField(draft, ['budget', 'costUsd'], 2)).toEqual({
      ...draft,
      budget: { modelCalls: 20, costUsd: 2 },
    })
    expect(withField(draft, ['sampling', 'judge', 'temperature'], 0)).toEqual({
      ...draft,
      sampling: { judge: { temperature: 0 } },
    })
    expect(fieldAt(draft, ['budget', 'modelCalls'])).toBe(20)
    expect(fieldAt(draft, ['models', 'judge'])).toBeUndefined()
  })

  it('loses what says nothing, with all that held it', () => {
    expect(withField(draft, ['budget', 'modelCalls'], undefined)).toEqual({ name: 'careful', loop: 'react' })
    expect(withField({ tools: ['a'] }, ['tools'], [])).toEqual({})
    expect(withField(draft, ['description'], '')).toEqual(draft)
  })

  it('keeps what is false or nought', () => {
    expect(withField({}, ['config', 'critic'], false)).toEqual({ config: { critic: false } })
    expect(withField({}, ['config', 'rounds'], 0)).toEqual({ config: { rounds: 0 } })
  })

  it('is what was put in, wherever that is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }),
        fc.integer(),
        (path, value) => {
          expect(fieldAt(withField(draft, path, value), path)).toBe(value)
        },
      ),
    )
  })

  it('is read from text, and says what is wrong with that', () => {
    expect(draftOfText(textOfDraft(draft))).toEqual({ draft })
    expect(draftOfText('[1]')).toEqual({ fault: 'A persona is a mapping: it begins with {.' })
    expect(draftOfText('{')).toHaveProperty('fault')
  })

  it.each([
    [{ loop: 'react' }, 'It needs a name.'],
    [{ name: '-x', loop: 'react' }, 'Its name has letters, digits, ., _ and - and begins with a letter or digit.'],
    [{ name: 'x' }, 'It needs a loop.'],
    [draft, undefined],
  ])('%j: %s', (given, fault) => {
    expect(faultOfDraft(given)).toBe(fault)
  })

  it('is copied under a name that is free', () => {
    expect(copyName('deep', ['deep'])).toBe('deep-copy')
    expect(copyName('deep', ['deep-copy', 'deep-copy-2'])).toBe('deep-copy-3')
  })
})

import { memoryStore } from '@gyre/stores'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineLoop } from '../kernel/loop.ts'
import { definePrompts, placeholdersIn } from '../kernel/prompt-template.ts'
import { reason } from '../loops/reason/entry.ts'
import { placeholderIssues } from './prompt-issues.ts'
import { Prompts } from './prompts.ts'

const loopWith = (texts: Readonly<Record<string, string>>) =>
  defineLoop({ name: 'think', prompts: definePrompts(texts), run: async () => 'done' })

const think = loopWith({ system: 'Be good.', mend: 'Mend {fault} at {place}.' })

const make = (catalog = memoryStore().catalog, loop = think) =>
  new Prompts({ catalog, owner: 'ann', now: () => 1, loops: [loop] })

describe('prompts', () => {
  it('are those of the loops until they are put into other words', async () => {
    const prompts = make()
    const standard = { id: 'think.mend', loop: 'think', name: 'mend', defaultText: 'Mend {fault} at {place}.' }
    expect(await prompts.get('think.mend')).toEqual({
      ...standard,
      text: 'Mend {fault} at {place}.',
      placeholders: ['fault', 'place'],
      version: null,
      isDefault: true,
      fault: null,
    })
    const changed = { ...standard, text: '{place}: {fault}', version: 1, isDefault: false }
    expect(await prompts.save('think.mend', '{place}: {fault}')).toMatchObject(changed)
    expect((await prompts.list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      ['think.system', true],
      ['think.mend', false],
    ])
  })

  it.each([
    ['planning', 'plan'],
    ['execution', 'prepare'],
    ['evaluation', 'evaluate'],
    ['decision', 'decide'],
  ])('of reason go by `prompts.reasoning.%s` as well', async (alias, name) => {
    const prompts = make(memoryStore().catalog, reason as unknown as typeof think)
    const [other, id] = [`prompts.reasoning.${alias}`, `reason.${name}`]
    const { defaultText } = await prompts.get(other)
    const [first, second] = [`${defaultText} Think.`, `${defaultText} Think hard.`]
    expect(await prompts.save(other, first)).toMatchObject({ id, text: first, version: 1 })
    await prompts.import({ [other]: second })
    expect(await prompts.get(id)).toMatchObject({ text: second, version: 2 })
    expect(await prompts.rollBack(other)).toMatchObject({ id, text: first })
    expect(await prompts.promote(other, 2)).toMatchObject({ id, text: second })
    expect(await prompts.versions(other)).toHaveLength(2)
    expect(await prompts.overrides()).toEqual({ [id]: { text: second, version: 2 } })
    expect(await prompts.save(other, '')).toMatchObject({ id, isDefault: true })
  })

  it('are told to a session when they are not the default', async () => {
    const prompts = make()
    expect(await prompts.overrides()).toEqual({})
    await prompts.save('think.system', 'Be bad.')
    await prompts.save('think.system', 'Be kind.')
    expect(await prompts.overrides()).toEqual({ 'think.system': { text: 'Be kind.', version: 2 } })
  })

  it('are the default again with an empty text, and the version before by rolling back', async () => {
    const prompts = make()
    await prompts.save('think.system', 'Be kind.')
    expect(await prompts.save('think.system', ' \n')).toMatchObject({ text: 'Be good.', isDefault: true, version: 2 })
    expect(await prompts.overrides()).toEqual({})
    expect(await prompts.rollBack('think.system')).toMatchObject({ text: 'Be kind.', isDefault: false, version: 1 })
    expect(await prompts.promote('think.system', 2)).toMatchObject({ isDefault: true })
    expect((await prompts.versions('think.system')).map(({ body }) => body)).toEqual(['', 'Be kind.'])
  })

  it('that were never changed get no version by an empty text', async () => {
    const prompts = make()
    expect(await prompts.save('think.system', '')).toMatchObject({ version: null, isDefault: true })
    expect(await prompts.versions('think.system')).toEqual([])
  })

  it('have exactly the placeholders of the default', async () => {
    const prompts = make()
    await expect(prompts.save('think.mend', 'Mend {fault} in {plaice}.')).rejects.toMatchObject({
      code: 'prompt-invalid',
      message:
        'Prompt `think.mend`: unknown placeholder {plaice}; this prompt has {fault}, {place}, and each must be used\n' +
        'Prompt `think.mend`: missing placeholder {place}; this prompt has {fault}, {place}, and each must be used',
    })
    await expect(prompts.save('think.system', 'Hi {you}')).rejects.toMatchObject({
      message: expect.stringContaining('unknown placeholder {you}; this prompt has none'),
    })
    expect((await prompts.list()).every(({ isDefault }) => isDefault)).toBe(true)
  })

  it('that are not there are told with the nearest id', async () => {
    const unknown = {
      code: 'prompt-unknown',
      message: 'There is no prompt `think.sytem`; did you mean `think.system`?',
    }
    const prompts = make()
    await expect(prompts.save('think.sytem', 'x')).rejects.toMatchObject(unknown)
    await expect(prompts.get('think.sytem')).rejects.toMatchObject(unknown)
    await expect(prompts.rollBack('think.sytem')).rejects.toMatchObject(unknown)
  })

  it('that no longer fit their loop are the default, and say why', async () => {
    const { catalog } = memoryStore()
    await make(catalog).save('think.mend', '{place}: {fault}')
    const later = make(catalog, loopWith({ mend: 'Mend {fault}.' }))
    expect(await later.get('think.mend')).toMatchObject({
      text: 'Mend {fault}.',
      isDefault: true,
      fault: 'unknown placeholder {place}; this prompt has {fault}, and each must be used',
    })
    expect(await later.overrides()).toEqual({})
  })

  it('are exported, and imported all or not at all', async () => {
    const prompts = make()
    await prompts.save('think.mend', '{place}: {fault}')
    const exported = await prompts.export()
    expect(exported).toEqual({ 'think.mend': '{place}: {fault}' })
    const others = make()
    await expect(others.import({ ...exported, 'think.system': 3, 'think.no': 'x' }, 'all.json')).rejects.toMatchObject({
      code: 'prompt-invalid',
      message: expect.stringMatching(
        /^all\.json: \["think\.system"\]: expected a text\nall\.json: \["think\.no"\]: there/,
      ),
    })
    expect(await others.export()).toEqual({})
    await others.import(exported)
    expect(await others.export()).toEqual(exported)
  })
})

describe('a text', () => {
  it('is refused exactly when its placeholders are not those of the prompt', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const piece = fc.oneof(
      fc.constantFrom('{', '}', ' x ', '{"k": 1}', '{{a}}'),
      name.map((each) => `{${each}}`),
    )
    const text = fc.array(piece, { minLength: 1 }).map((pieces) => `.${pieces.join(' ')}`)
    fc.assert(
      fc.property(text, fc.uniqueArray(name), (written, placeholders) => {
        const prompt = { id: 'l.p', loop: 'l', name: 'p', text: '', placeholders }
        const isSame = placeholdersIn(written).toSorted().join() === placeholders.toSorted().join()
        expect(placeholderIssues(written, prompt).length === 0).toBe(isSame)
      }),
    )
  })
})

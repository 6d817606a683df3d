import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { defineLoop, type Loop } from '../kernel/loop.ts'
import { loops } from '../loops/index.ts'
import { Personas, type PersonasOptions } from './personas.ts'

const make = (options: Partial<PersonasOptions> = {}) =>
  new Personas({ catalog: memoryStore().catalog, owner: 'ann', now: () => 1, loops, ...options })

const persona = (name: string, maxIterations = 5) => ({ name, loop: 'react', config: { maxIterations } })

describe('personas', () => {
  it('are saved in versions, and each stays to be had', async () => {
    const personas = make()
    await personas.save(persona('a', 1))
    expect(await personas.save(persona('a', 2))).toEqual({ persona: persona('a', 2), version: 2, source: 'store' })
    expect(await personas.get('a')).toMatchObject({ version: 2 })
    expect(await personas.get('a', 1)).toMatchObject({ version: 1, persona: persona('a', 1) })
    expect(await personas.rollBack('a')).toMatchObject({ version: 1, persona: persona('a', 1) })
    expect(await personas.promote('a', 2)).toMatchObject({ version: 2 })
  })

  it('with a fault are not saved', async () => {
    const personas = make()
    await expect(personas.save(persona('a', 0), 'a.yaml')).rejects.toMatchObject({
      code: 'persona-invalid',
      message: 'a.yaml: config.maxIterations: expected a whole number from 1 to 100000, got 0',
    })
    expect(await personas.list()).toEqual([])
  })

  it('that are given win over saved ones, and those over shipped ones', async () => {
    const { catalog } = memoryStore()
    const saved = make({ catalog })
    for (const name of ['a', 'b']) await saved.save(persona(name, 2))
    const given = [{ persona: persona('a', 1), source: 'gyre.config.ts' }]
    const shipped = ['a', 'b', 'c'].map((name) => ({ persona: persona(name, 3), source: 'shipped', isShipped: true }))
    const personas = make({ catalog, given: [...shipped, ...given] })
    expect(await personas.list()).toEqual([
      { persona: persona('a', 1), version: null, source: 'gyre.config.ts' },
      { persona: persona('b', 2), version: 1, source: 'store' },
      { persona: persona('c', 3), version: null, source: 'shipped' },
    ])
    expect(['a', 'A', 'b', 'C', 'd'].map((name) => personas.isGiven(name))).toEqual([true, true, true, true, false])
    const marks = (await personas.list()).map((entry) => personas.isShipped(entry))
    expect(marks).toEqual([false, false, true])
    for (const entry of await personas.list()) expect(await personas.get(entry.persona.name)).toEqual(entry)
    expect(await personas.get('a', 1)).toMatchObject({ source: 'store', persona: persona('a', 2) })
  })

  it('that are given have no fault, and each its own name', () => {
    expect(() => make({ given: [{ persona: { name: 'a' }, source: 'gyre.config.ts' }] })).toThrow(
      'gyre.config.ts: loop: expected a text that is not empty, but it is missing',
    )
    const twice = ['one.yaml', 'two.yaml'].map((source) => ({ persona: persona('a'), source }))
    expect(() => make({ given: twice })).toThrow(
      'two.yaml: name: `a` is the name of another persona, in one.yaml; choose another name',
    )
  })

  it('are not saved under the name of a given one, which would hide them', async () => {
    const personas = make({ given: [{ persona: persona('a'), source: 'gyre.config.ts' }] })
    await expect(personas.save(persona('a'))).rejects.toMatchObject({
      code: 'persona-invalid',
      message: expect.stringContaining('`a` is given by gyre.config.ts, which wins over the store'),
    })
    await expect(personas.import([persona('b'), persona('a')])).rejects.toMatchObject({ code: 'persona-invalid' })
    expect(await personas.export()).toEqual([])
  })

  it('that are not there are told with the nearest name', async () => {
    const personas = make()
    await personas.save(persona('careful'))
    const unknown = { code: 'persona-unknown', message: 'There is no persona `carefull`; did you mean `careful`?' }
    await expect(personas.get('carefull')).rejects.toMatchObject({ ...unknown, details: { nearest: ['careful'] } })
    await expect(personas.get('carefull', 1)).rejects.toMatchObject(unknown)
    await expect(personas.promote('carefull', 1)).rejects.toMatchObject(unknown)
    await expect(personas.rollBack('carefull')).rejects.toMatchObject(unknown)
    await expect(personas.remove('carefull')).rejects.toMatchObject(unknown)
    await expect(personas.get('careful', 7)).rejects.toMatchObject({ code: 'version-unknown' })
  })

  it('that no longer fit their loop are listed, and refused when they are used', async () => {
    const { catalog } = memoryStore()
    await make({ catalog }).save(persona('a'))
    const personas = make({ catalog, loops: loops.filter(({ name }) => name !== 'react') })
    expect(await personas.list()).toHaveLength(1)
    await expect(personas.get('a')).rejects.toMatchObject({
      code: 'persona-invalid',
      message: expect.stringContaining('Persona `a` v1: loop: there is no loop `react`'),
    })
  })

  it('are removed with their versions; what is given or shipped stays', async () => {
    const personas = make({
      given: [
        { persona: persona('a', 9), source: 'shipped', isShipped: true },
        { persona: persona('b', 9), source: 'gyre.config.ts' },
      ],
    })
    await personas.save(persona('a', 1))
    expect(await personas.get('a')).toMatchObject({ source: 'store', version: 1 })
    await personas.remove('a')
    expect(await personas.get('a')).toMatchObject({ source: 'shipped', version: null })
    await expect(personas.remove('a')).rejects.toMatchObject({
      code: 'persona-fixed',
      message: 'The persona `a` comes with Gyre and cannot be removed.',
    })
    await expect(personas.remove('b')).rejects.toMatchObject({
      code: 'persona-fixed',
      message: 'The persona `b` is not from the store and cannot be removed.',
    })
    expect(await personas.list()).toHaveLength(2)
  })

  it('that are shipped and lack their loop are listed, and refused when they are used', async () => {
    const shipped = { persona: { name: 'later', loop: 'not-yet' }, source: 'shipped', isShipped: true }
    const personas = make({ given: [shipped] })
    expect(await personas.list()).toHaveLength(1)
    await expect(personas.get('later')).rejects.toMatchObject({
      code: 'persona-invalid',
      message: expect.stringContaining('Persona `later`: loop: there is no loop `not-yet`'),
    })
  })

  it('are exported and imported', async () => {
    const personas = make()
    for (const name of ['b', 'a']) await personas.save(persona(name))
    const exported = await personas.export()
    expect(exported).toEqual([persona('a'), persona('b')])
    const others = make()
    await others.import(exported)
    expect(await others.export()).toEqual(exported)
  })

  it('are imported all or not at all', async () => {
    const personas = make()
    await expect(personas.import([persona('a'), persona('b', 0), 'x'], 'all.json')).rejects.toMatchObject({
      code: 'persona-invalid',
      message: expect.stringMatching(/^all\.json: \[1\]\.config\.maxIterations: .*\nall\.json: \[2\]: expected/),
    })
    await expect(personas.import([persona('a'), persona('a')], 'all.json')).rejects.toMatchObject({
      message: 'all.json: [1].name: `a` is the name of another persona, in entry 0; choose another name',
    })
    expect(await personas.list()).toEqual([])
  })
})

describe('names of loops', () => {
  const isLoop = '`react` is the name of a loop, which no persona may have; choose another name'

  it('are not saved, not imported and not given', async () => {
    const personas = make()
    const refused = { code: 'persona-invalid', message: `a.yaml: name: ${isLoop}` }
    await expect(personas.save(persona('react'), 'a.yaml')).rejects.toMatchObject(refused)
    await expect(personas.import([persona('a'), persona('react')], 'all.json')).rejects.toMatchObject({
      code: 'persona-invalid',
      message: `all.json: [1].name: ${isLoop}`,
    })
    expect(() => make({ given: [{ persona: persona('react'), source: 'app.ts' }] })).toThrow(`app.ts: name: ${isLoop}`)
    expect(await personas.list()).toEqual([])
  })

  it('are not taken by a persona that is saved anew under another name', async () => {
    const personas = make()
    const { persona: saved } = await personas.save(persona('a'))
    await expect(personas.save({ ...saved, name: 'cot' })).rejects.toMatchObject({ code: 'persona-invalid' })
    expect((await personas.list()).map((entry) => entry.persona.name)).toEqual(['a'])
  })

  it('that came after a persona was saved are told when it is used, and it can be saved under another', async () => {
    const { catalog } = memoryStore()
    await make({ catalog, loops: loops.filter(({ name }) => name !== 'cot') }).save(persona('cot'))
    const personas = make({ catalog })
    await expect(personas.get('cot')).rejects.toMatchObject({
      code: 'persona-invalid',
      message: 'Persona `cot` v1: name: `cot` is the name of a loop, which no persona may have; choose another name',
    })
    const found = await personas.find('cot')
    await personas.save({ ...found?.persona, name: 'chain' })
    await personas.remove('cot')
    expect((await personas.list()).map((entry) => entry.persona.name)).toEqual(['chain'])
  })

  it('are told whatever their case, and that of a loop to come is kept free', async () => {
    const personas = make()
    const message =
      'Persona `React`: name: `React` is, but for capitals, `react`, the name of a loop, which no persona may have; choose another name'
    await expect(personas.save(persona('React'))).rejects.toMatchObject({ code: 'persona-invalid', message })
    await expect(personas.import([persona('a'), persona('React')])).rejects.toMatchObject({ code: 'persona-invalid' })
    expect(() => make({ given: [{ persona: persona('COT'), source: 'app.ts' }] })).toThrow('app.ts: name: `COT` is,')
    await expect(personas.save(persona('research'))).rejects.toMatchObject({
      message:
        'Persona `research`: name: `research` is the name of a loop, which no persona may have; choose another name',
    })
    expect(await personas.export()).toEqual([])
  })

  it('that came after a persona was saved leave it out of the list, and no version of it is made current', async () => {
    const { catalog } = memoryStore()
    const before = make({ catalog, loops: loops.filter(({ name }) => name !== 'cot') })
    for (const name of ['Cot', 'a']) for (const limit of [1, 2]) await before.save(persona(name, limit))
    const personas = make({ catalog })
    expect((await personas.list()).map((entry) => entry.persona.name)).toEqual(['a'])
    const refused = {
      code: 'persona-invalid',
      message:
        'Persona `Cot`: name: `Cot` is, but for capitals, `cot`, the name of a loop, which no persona may have; choose another name',
    }
    await expect(personas.promote('Cot', 1)).rejects.toMatchObject(refused)
    await expect(personas.rollBack('Cot')).rejects.toMatchObject(refused)
    await expect(personas.get('Cot')).rejects.toMatchObject({ code: 'persona-invalid' })
    expect(await before.get('Cot')).toMatchObject({ version: 2 })
  })

  it('are none of shipped personas, whoever gives the loop', () => {
    const chat = defineLoop({ name: 'chat', run: async () => 'x' }) as Loop
    for (const name of ['chat', 'Chat']) {
      const shipped = { persona: { name, loop: 'react' }, source: 'shipped', isShipped: true }
      expect(() => make({ given: [shipped], loops: [...loops, chat] })).toThrow(
        'Loop `chat`: name: `chat` is the name of a persona that comes with Gyre; choose another name for the loop',
      )
    }
  })
})

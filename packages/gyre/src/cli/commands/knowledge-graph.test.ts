import { describe, expect, it } from 'vitest'
import { light, shelf, three } from '../../../test/knowledge-shelf.ts'

describe('`gyre knowledge graph`', () => {
  it('is empty until relations are read, which a question does by itself', async () => {
    const { gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    expect(await gyre('knowledge', 'graph')).toMatchObject({
      code: 0,
      out: '',
      err: 'No relations were read yet. To read them: gyre knowledge graph --build\n',
    })
    const { out } = await gyre('knowledge', 'graph', 'Who built Marta?')
    expect(out).toContain('- Marta — built by → Holm [1]\n')
    expect(out).toContain('[1] The ferry (docs/old/ferry.md): ')
  })

  it('is built by rules, once', async () => {
    const { gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const { code, out, err } = await gyre('knowledge', 'graph', '--build', '-n', '50')
    expect(code).toBe(0)
    expect(err).toMatch(/^\d relations read out of 3 chunks by rules-\d\.\n$/)
    expect(out).toMatch(/^RELATIONS {2}NAME\n/)
    expect(out).toContain('  Marta\n')
    expect((await gyre('knowledge', 'graph', '--build')).err).toMatch(/^Nothing is left to read for rules-\d\.\n$/)
    expect(JSON.parse((await gyre('knowledge', 'graph', '--json')).out)).toContainEqual({ name: 'Marta', edges: 1 })
  })

  it('that has nothing in it says what may help', async () => {
    const { gyre } = shelf({ 'a.md': 'nothing to see here\n' })
    await gyre('knowledge', 'add', 'a.md')
    expect((await gyre('knowledge', 'graph', '--build')).err).toContain(
      'No relations were found. The rules know plain sentences alone; a model may find some: gyre knowledge graph --build -m provider/model\n',
    )
  })

  it('reports to programs what was built', async () => {
    const { gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const report = { reader: expect.stringMatching(/^rules-/), read: 3, edges: expect.any(Number), failed: [] }
    expect(JSON.parse((await gyre('knowledge', 'graph', '--build', '--json')).out)).toEqual({
      built: { ...report, costUsd: null },
      names: expect.arrayContaining([{ name: 'Marta', edges: 1 }]),
    })
    const asked = await gyre('knowledge', 'graph', 'Who built Marta?', '--build', '--json')
    expect(JSON.parse(asked.out)).toMatchObject({ built: { ...report, read: 0 }, facts: [{ from: 'Marta' }] })
  })

  it('keeps what a model read, unless the rules are to read it again', async () => {
    const edges = '[{"from": "Ada Thorn", "relation": "keeps", "to": "the light", "confidence": 0.9}]'
    const { gyre } = shelf({ 'a.md': light }, edges)
    await gyre('knowledge', 'add', 'a.md')
    const build = async (...args: string[]) => (await gyre('knowledge', 'graph', '--build', ...args)).err
    await build('-m', 'test/scripted')
    expect(await build()).toMatch(/^Nothing is left to read for rules-\d\.\n/)
    expect(await build('--replace')).toMatch(/read out of 1 chunk by rules-\d\.\n/)
  })

  it('is built by a model, with what it cost', async () => {
    const { gyre, asked } = shelf(three, 'Nothing of the kind.')
    await gyre('knowledge', 'add', 'docs')
    const { err } = await gyre('knowledge', 'graph', '--build', '-m', 'test/scripted')
    expect(asked.length).toBeGreaterThan(0)
    expect(err).toMatch(/ by model:\S+, \$\S+\.\n$/)
  })
})

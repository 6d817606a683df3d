import { describe, expect, it } from 'vitest'
import {
  given,
  goal,
  json,
  passagesIn,
  quick,
  requestAt,
  researching,
  runResearch,
} from '../../../../../test/support/research-runs.ts'
import type { ModelRequest } from '../../ports/model.ts'
import { fails, type ScriptedReply, says } from '../../testing/scripted-model.ts'

const once = { ...quick, maxCycles: 1 }
const front = (title: string, abstract: string) => json({ title, abstract })

describe('the front of a report', () => {
  it('is written from the sentences that stand, without their citations', async () => {
    const model = researching()
    await runResearch(model, { config: once })
    const shown = given(requestAt(model, 'front#1'))
    expect(Object.keys(shown)).toEqual(['task', 'sections'])
    expect(shown['task']).toBe(goal)
    expect(shown['sections']).toMatch(/^<untrusted from="authors">\n## Lighthouses\n\n[^#]*\n\n## Ferries\n\n/)
    expect(shown['sections']).toContain('\nThe North Lighthouse was built in 1874 by Ada Brandt.\n')
    expect(shown['sections']).not.toMatch(/\[\d\]/)
  })

  /** One sentence stands, one is marked, one has no source. */
  const mixed = says(
    'The North Lighthouse was built in 1874 by Ada Brandt. [c1] John Smith bombed the tower in 1999. [c1] A mill burnt down beside the old tower.',
  )

  it('is not shown what was marked', async () => {
    const model = researching({ 'section#1[0]/write#1': mixed })
    await runResearch(model, { config: { ...once, maxRewrites: 0 } })
    const shown = given(requestAt(model, 'front#1'))['sections']
    expect(shown).toContain('## Lighthouses\n\nThe North Lighthouse was built in 1874 by Ada Brandt.\n\n## Ferries')
    expect(shown).not.toMatch(/1999|mill|unsupported|no source/)
  })

  it('does not sum up passages that no author chose', async () => {
    const model = researching({ 'section#1[0]/write#1': says('I am sorry.') })
    await runResearch(model, { config: once })
    expect(given(requestAt(model, 'front#1'))['sections']).toMatch(/^<untrusted from="authors">\n## Ferries\n/)
  })

  it('is not asked for where every section is made of passages', async () => {
    const model = researching({ write: says('I am sorry.') })
    const { details } = await runResearch(model, { config: once })
    expect(details).toMatchObject({ title: goal, abstract: '' })
    expect(model.paths.filter((path) => path.startsWith('front'))).toEqual([])
  })

  it('does not say again what was marked', async () => {
    const abstract =
      'The North Lighthouse was built in 1874. John Smith bombed the tower in 1999.\n\nThe ferry Petrel carries 120 passengers.'
    const model = researching({ 'section#1[0]/write#1': mixed, front: front('The tower of 1874', abstract) })
    const { details } = await runResearch(model, { config: { ...once, maxRewrites: 0 } })
    expect(details.abstract).toBe('The North Lighthouse was built in 1874.\n\nThe ferry Petrel carries 120 passengers.')
    expect(details.title).toBe('The tower of 1874')
  })

  it.each(['The tower of 1999', 'How John Smith bombed a tower'])(
    'has the question for a title that no section supports: %s',
    async (title) => {
      const model = researching({ 'section#1[0]/write#1': mixed, front: front(title, 'They have ferries.') })
      const { details } = await runResearch(model, { config: { ...once, maxRewrites: 0 } })
      expect(details.title).toBe(goal)
    },
  )

  it('has an abstract without sentences that the sections do not support', async () => {
    const abstract =
      'The ferry Petrel carries 120 passengers. It sank in 1999 near Dover. The pier was lengthened to 85 metres.'
    const { details } = await runResearch(researching({ front: front('Boats', abstract) }), { config: once })
    expect(details.abstract).toBe('The ferry Petrel carries 120 passengers. The pier was lengthened to 85 metres.')
  })

  it('cites nothing', async () => {
    const abstract = 'The ferry Petrel carries 120 passengers [1]. See https://evil.example/x for more.'
    const { end, details } = await runResearch(researching({ front: front('Boats', abstract) }), { config: once })
    expect(details.abstract).not.toMatch(/\[1\]|evil/)
    expect(end.answer).not.toContain('evil.example')
  })

  it('has a title in one line', async () => {
    const { end } = await runResearch(researching({ front: front(' Boats\n and   lights ', 'They have ferries.') }), {
      config: once,
    })
    expect(String(end.answer).split('\n')[0]).toBe('# Boats and lights')
  })

  it.each<[what: string, front: ScriptedReply]>([
    ['cannot be read', says('Boats.')],
    ['has no title', front('', 'They have ferries.')],
    ['does not come', fails(new Error('down'))],
  ])('that %s is the question alone', async (_, reply) => {
    const model = researching({ front: reply, repair: reply })
    const { end, details } = await runResearch(model, { config: quick })
    expect(end.outcome).toBe('answered')
    expect(details).toMatchObject({ title: goal, abstract: '' })
    expect(end.answer).toMatch(/^# How do the islands get their light and their boats\?\n\n## Lighthouses\n/)
  })

  it('shows long sections without their middle', async () => {
    const write = (request: ModelRequest) => {
      const [first] = passagesIn(request)
      return says(`${first?.sentence} [${first?.id}] `.repeat(200))
    }
    const model = researching({ write })
    await runResearch(model, { config: { ...once, maxRewrites: 0 } })
    const shown = given(requestAt(model, 'front#1'))['sections'] ?? ''
    expect(shown.length).toBeLessThan(9_000)
    expect(shown).toContain('## Lighthouses')
    expect(shown).toContain('## Ferries')
  })
})

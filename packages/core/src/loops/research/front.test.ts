import { describe, expect, it } from 'vitest'
import {
  given,
  goal,
  json,
  quick,
  requestAt,
  researching,
  runResearch,
} from '../../../../../test/support/research-runs.ts'
import { fails, type ScriptedReply, says } from '../../testing/scripted-model.ts'

const once = { ...quick, maxCycles: 1 }
const front = (title: string, abstract: string) => json({ title, abstract })

describe('the front of a report', () => {
  it('is written from the sections as they are, with their numbers', async () => {
    const model = researching()
    await runResearch(model, { config: once })
    const shown = given(requestAt(model, 'front#1'))
    expect(Object.keys(shown)).toEqual(['task', 'sections'])
    expect(shown['task']).toBe(goal)
    expect(shown['sections']).toMatch(/^<untrusted from="authors">\n## Lighthouses\n\n.*\[1\].*\n\n## Ferries\n\n/)
  })

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
    const write = says('The North Lighthouse was built in 1874 by Ada Brandt. [c1] '.repeat(200))
    const model = researching({ write })
    await runResearch(model, { config: { ...once, maxRewrites: 0 } })
    const shown = given(requestAt(model, 'front#1'))['sections'] ?? ''
    expect(shown.length).toBeLessThan(9_000)
    expect(shown).toContain('## Lighthouses')
    expect(shown).toContain('## Ferries')
  })
})

import { describe, expect, it } from 'vitest'
import { factsOfType, textsOf } from '../../../../../test/support/kernel.ts'
import {
  given,
  goal,
  json,
  outlines,
  pages,
  quick,
  requestAt,
  researching,
  runResearch,
  smallWeb,
  toolNamed,
} from '../../../../../test/support/research-runs.ts'
import { user } from '../../messages.ts'
import { fails, says } from '../../testing/scripted-model.ts'
import { withTopics } from './outline.ts'

const once = { ...quick, maxCycles: 1 }
const lights = { id: 't1', title: 'Lights', subtopics: ['lamps'], origin: 'outline' } as const

describe('the outline', () => {
  it('is drawn up from what a first search shows, fenced as data', async () => {
    const model = researching()
    await runResearch(model, { config: once })
    expect(given(requestAt(model, 'outline#1'))).toEqual({
      task: goal,
      found: [
        '<untrusted from="search">',
        '1. Lighthouse keepers',
        '   Lighthouse keepers were paid 9 crowns a month in 1902, and coal besides. Each ke',
        '2. Ferry Petrel',
        '   The ferry Petrel carries 120 passengers between the harbour and the outer island',
        '3. Ferry company',
        '   The ferry company owns 3 boats and was founded in 1886 by Jonas Wirth. Passenger',
        '4. Ferry in winter',
        '   In winter the ferry boat crosses only on Tuesdays and Fridays, with mail for 14 ',
        '</untrusted>',
      ].join('\n'),
    })
  })

  it('is drawn up from the task alone when no first search is wanted', async () => {
    const model = researching()
    const web = smallWeb()
    await runResearch(model, { tools: web.tools, config: { ...once, scout: false } })
    expect(given(requestAt(model, 'outline#1'))).toEqual({ task: goal })
    expect(web.asked.searches[0]).toBe('lighthouse lamp')
  })

  it('is drawn up from the task alone when the first search fails', async () => {
    const model = researching()
    const [, fetch] = smallWeb().tools
    const search = toolNamed('web.search', () => Promise.reject(new Error('no network')))
    await runResearch(model, { tools: [search, ...(fetch ? [fetch] : [])], config: once })
    expect(given(requestAt(model, 'outline#1'))).toEqual({ task: goal })
  })

  it('is that of the conversation the task belongs to', async () => {
    const model = researching()
    await runResearch(model, { config: once }, { goal, messages: [user('We spoke of islands.')] })
    expect(textsOf(requestAt(model, 'outline#1'))).toContain('We spoke of islands.')
    expect(textsOf(requestAt(model, 'plan#1'))).toContain('We spoke of islands.')
    expect(textsOf(requestAt(model, 'section#1[0]/write#1'))).toContain('We spoke of islands.')
    expect(textsOf(requestAt(model, 'front#1'))).toContain('We spoke of islands.')
    expect(textsOf(requestAt(model, 'hyde#1[0]/hyde#1'))).not.toContain('We spoke of islands.')
  })

  it('is drawn up from the beginnings of titles that are too long', async () => {
    const model = researching()
    const title = `Lighthouse ${'islands '.repeat(5_000)}`
    const web = smallWeb(pages.slice(0, 2).map((each) => ({ ...each, title })))
    await runResearch(model, { tools: web.tools, config: { ...once, pinned: [pages[0]?.url] } })
    const found = given(requestAt(model, 'outline#1'))['found'] ?? ''
    expect(
      found
        .split('\n')
        .filter((line) => line.includes('Lighthouse islands'))
        .map(({ length }) => length),
    ).toEqual([203, 203, 203])
  })

  it('asks the search engine with the beginning of a long task', async () => {
    const web = smallWeb()
    const task = `Lighthouses\n and ferries ${'and more '.repeat(100)}`
    await runResearch(researching(), { tools: web.tools, config: once }, task)
    expect(web.asked.searches[0]).toHaveLength(300)
    expect(web.asked.searches[0]).toMatch(/^Lighthouses and ferries and more and more /)
  })

  it('has as many topics as are wanted, each once, whatever comes', async () => {
    const outline = outlines(['Lighthouses'], [' lighthouses '], ['Ferries', 'boats'], ['Fish'], ['Sheep'])
    const model = researching({ outline })
    const { details, runtime, session } = await runResearch(model, { config: { ...once, maxTopics: 3 } })
    const topics = [
      { id: 't1', title: 'Lighthouses', subtopics: [] },
      { id: 't2', title: 'Ferries', subtopics: ['boats'] },
      { id: 't3', title: 'Fish', subtopics: [] },
    ]
    expect(details.state.outline).toEqual(topics.map((topic) => ({ ...topic, origin: 'outline' })))
    expect(textsOf(requestAt(model, 'outline#1'))[0]).toContain('at least one and at most 3')
    const notes = (await factsOfType(runtime, session.id, 'note')).map(({ data }) => data)
    expect(notes).toContainEqual({ name: 'outline', value: { topics } })
  })

  it.each([
    ['cannot be read', says('No idea.')],
    ['has no topic', json({ topics: [] })],
  ])('that %s, asked for three times, is the task itself', async (_, outline) => {
    const model = researching({ outline, repair: outline })
    const { details, paths } = await runResearch(model, { config: once })
    expect(details.state.outline).toEqual([{ id: 't1', title: goal, subtopics: [], origin: 'outline' }])
    expect(paths.filter((path) => path.startsWith('outline#1'))).toHaveLength(3)
    expect(details.sections.map(({ title }) => title)).toEqual([goal])
  })

  it('whose planner fails ends the session with that failure', async () => {
    const { end } = await runResearch(researching({ outline: fails(new Error('down')) }), { config: once })
    expect(end).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('down') } })
  })
})

describe('withTopics', () => {
  it('adds topics behind those that are there, with ids that go on', () => {
    expect(withTopics([lights], [{ topic: 'Big   ferries', subtopics: ['boats'] }], 'planner')).toEqual([
      lights,
      { id: 't2', title: 'Big ferries', subtopics: ['boats'], origin: 'planner' },
    ])
  })

  it.each(['Lights', 'lights', ' LIGHTS  '])('does not add %j again', (topic) => {
    expect(withTopics([lights], [{ topic }], 'planner')).toEqual([lights])
  })
})

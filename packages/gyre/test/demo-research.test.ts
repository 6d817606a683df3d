import { type Loop, loops, type Report, research } from '@gyre/core'
import { bundledShelf } from '@gyre/knowledge'
import { knowledgeToolbox, localSearch, storedPage } from '@gyre/knowledge/toolbox'
import { demoModel } from '@gyre/models'
import { memoryStore } from '@gyre/stores/memory'
import { safeFetch, webToolbox } from '@gyre/tools'
import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/kernel.ts'

const shelf = bundledShelf(memoryStore().knowledge)
const documents = knowledgeToolbox({ shelf: () => shelf }).tools
/** As `gyre run` has them without a search engine: the index is searched, and its pages are read. */
const web = webToolbox({
  fetch: safeFetch({}),
  search: localSearch(() => shelf),
  stored: storedPage(() => shelf),
}).tools

async function report(goal: string, tools = web) {
  const { embedder } = await shelf
  const { runtime } = world({ loops, ...(embedder && { embedder }) })
  const session = await runtime.start(research as unknown as Loop, goal, { model: demoModel, tools })
  const { answer, outcome, details } = await session.outcome
  return { answer: String(answer), outcome, details: details as unknown as Report }
}

const nothing = 'Nothing was found on this.'

describe('a report of the demo model over the bundled documents', () => {
  it.each([
    ['documents', documents],
    ['pages', web],
  ])('says what the %s say, and every sentence cites what supports it', async (_, tools) => {
    const { answer, outcome, details } = await report(research.example.goal, tools)
    expect(outcome).toBe('answered')
    expect(details).toMatchObject({ unsupported: [], removed: [], score: { precision: 1, recall: 1 } })
    expect(details.sections.map(({ title }) => title)).toEqual([
      'Lights, lighthouses and lamps',
      'Crossings, ferries, boats and bridges',
      'Power, mills, engines and electricity',
    ])
    for (const fact of [
      'The keeper lit the lamp for the first time on 14 October 1871',
      'Before the bridge opened, a rowing ferry carried passengers across for half a crown',
      'The Aldery Tidal Power Company (ATPC) makes electricity from the tides of the Narrows',
    ])
      expect(answer).toContain(fact)
  })

  it.each([
    [
      'Write a report with sources on the ferries of Aldery',
      'The ferries of Aldery',
      'founded the Carrow Steam Packet',
    ],
    ['ferries of Aldery', 'Ferries of Aldery', 'founded the Carrow Steam Packet'],
    ['Who built the Hob Skerry Light and why?', 'Who built the Hob Skerry Light and why?', 'Maren Holt designed'],
    ['I need a research report about the lighthouses of the Sound', 'The lighthouses of the Sound', 'lighthouse'],
    ['The lighthouses of the Sound', 'The lighthouses of the Sound', 'The keeper lit the lamp for the first time'],
    ['Research Corrin Glass', 'Corrin Glass', 'Oriel Vey founded Corrin Glass in 1852'],
    [
      'Give me an overview of tidal power in the Sound of Aldery with citations',
      'Tidal power in the Sound of Aldery',
      'makes electricity from the tides of the Narrows',
    ],
    ['What happened in the ferry strike of 1911?', 'What happened in the ferry strike of 1911?', 'Nessa Corrie led'],
    [
      'Please look into lifeboats, storms and wrecks around the islands',
      'Lifeboats, storms and wrecks around the islands',
      'The lifeboat Constance served at Port Ivern',
    ],
  ])('answers `%s` in each of its sections, and says nothing twice', async (goal, title, fact) => {
    const { answer, details } = await report(goal)
    expect(details.title).toBe(title)
    expect(answer).toContain(fact)
    expect(details.sections.length).toBeGreaterThan(0)
    expect(details.sections.filter(({ text, isExtract }) => isExtract || text.includes(nothing))).toEqual([])
    expect(details).toMatchObject({ unsupported: [], score: { precision: 1, recall: 1 } })
    const said = new Set(details.citations.map(({ section, sentence }) => `${section} ${sentence}`))
    const sentences = [...said].map((each) => each.replace(/^\S+ /, ''))
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
  })

  it.each([
    ['The opera houses of Vienna', documents],
    ['The opera houses of Vienna', web],
    ['How do quantum computers work?', web],
    ['Write a report on the farms, schools and banks of Vienna', web],
  ])('says once that there is nothing on `%s`, and cites nothing', async (goal, tools) => {
    const { details } = await report(goal, tools)
    expect(details.sections.map(({ text }) => text)).toEqual([nothing])
    expect(details).toMatchObject({ sources: [], unsupported: [] })
  })
})

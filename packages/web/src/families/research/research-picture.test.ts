import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { json, passagesIn, quick, researching, runResearch } from '../../../../../test/support/research-runs.ts'
import { readLog } from '../../../test/support/loop-log.ts'
import { loopSlice } from '../loop/loop-slice.ts'
import { reportPicture } from './report-picture.ts'
import { researchPicture, shownMeasure } from './research-picture.ts'
import { researchRules } from './research-rules.ts'
import { sourceLedger } from './source-ledger.ts'

type Run = Awaited<ReturnType<typeof runResearch>>

async function sliceOf({ runtime, session }: Run, last?: number) {
  return loopSlice(await readLog(runtime, session.id, last), '')
}

const runs = () => runResearch(researching(), { config: quick })

const marked = ({ mark, name, said }: ReturnType<typeof researchRules>[number]) =>
  mark === 'none' ? `${name}: ${said}` : `${mark} ${name}: ${said}`

describe('a research', () => {
  it('has the coverage of each topic after each cycle', async () => {
    const picture = researchPicture(await sliceOf(await runs()))
    expect(picture.topics.map(({ title, status, origin }) => ({ title, status, origin }))).toEqual([
      { title: 'Lighthouses', status: 'covered', origin: 'outline' },
      { title: 'Ferries', status: 'covered', origin: 'outline' },
    ])
    expect(picture.topics[0]).toMatchObject({ subtopics: ['lamps', 'keepers'], found: { searches: 2 } })
    expect(picture.cycles).toHaveLength(picture.topics[0]?.values.length ?? -1)
    expect(picture).toMatchObject({ stop: 'covered', current: null, isOver: true, outages: 0 })
  })

  it('says which rule ended it, with the numbers of all', async () => {
    const rules = researchRules(researchPicture(await sliceOf(await runs())))
    expect(rules.map(({ name, mark }) => `${name} ${mark}`)).toEqual([
      'covered fired',
      'diminishing none',
      'exhausted none',
      'no progress none',
      'max cycles none',
    ])
  })

  it('names every source that was read, and why one is not cited', async () => {
    const ledger = sourceLedger(await sliceOf(await runs()))
    const cited = ledger.filter(({ state }) => state === 'cited')
    expect(cited.map(({ number }) => number)).toEqual(cited.map((_, at) => at + 1))
    expect(cited[0]).toMatchObject({
      host: expect.stringMatching(/\.example$/),
      why: '',
      path: expect.stringContaining('read#'),
    })
    expect(cited[0]?.claims[0]).toMatchObject({ isSupported: true })
    expect(ledger.filter(({ state }) => state === 'read').every(({ why }) => why !== '')).toBe(true)
  })

  it('keeps sentences that no source supports, and says why', async () => {
    const write = (request: Parameters<typeof passagesIn>[0]) => {
      const [first] = passagesIn(request)
      return says(`${first?.sentence} [${first?.id}] It cost 9999 crowns [${first?.id}].`)
    }
    const report = reportPicture(await sliceOf(await runResearch(researching({ write }), { config: quick })))
    expect(report).toMatchObject({ supported: 2, sentences: 4 })
    expect(report?.sections[0]?.doubts).toMatchObject([{ sentence: 'It cost 9999 crowns.' }])
    const [block] = report?.sections[0]?.blocks ?? []
    expect(block?.kind === 'pieces' && block.pieces.some(({ kind }) => kind === 'doubt')).toBe(true)
  })
})

describe('a measure of a research', () => {
  it.each([
    [0.87693, '0.876'],
    [0.7999, '0.799'],
    [0.1 + 0.2, '0.300'],
    [1, '1.000'],
  ])('%d is shown as the sentence of the stop rule has it: %s', (value, shown) => {
    expect(shownMeasure(value)).toBe(shown)
  })

  it('is nowhere on the page shown otherwise', () => {
    const folder = import.meta.dirname
    const sources = readdirSync(folder).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    const own = sources.filter((name) => /\.toFixed\(\d/.test(readFileSync(join(folder, name), 'utf8')))
    expect(own).toEqual(['research-picture.ts'])
  })
})

describe('a research that runs', () => {
  it('has a cycle under way, and the rule that is nearest', async () => {
    const run = await runs()
    const log = await readLog(run.runtime, run.session.id)
    const planned = await sliceOf(run, log.plans[0]?.seq)
    expect(researchPicture(planned)).toMatchObject({ current: 1, cycles: [], stop: '', isOver: false })
    expect(researchRules(researchPicture(planned)).map(marked)).toEqual([
      'covered: lowest topic 0.000 < 0.800',
      'diminishing: no gain yet, needs < 0.02 twice',
      'exhausted: topics that are given up are told at the end',
      'no progress: no cycle yet',
      'max cycles: 0 of 5',
    ])
    const measured = await sliceOf(run, log.notesNamed('round')[0]?.seq)
    const picture = researchPicture(measured)
    expect(picture.cycles).toMatchObject([{ number: 1 }])
    expect(researchRules(picture).filter(({ mark }) => mark === 'near')).toHaveLength(1)
    const ledger = sourceLedger(measured)
    expect(ledger.length).toBeGreaterThan(0)
    expect(ledger[0]).toMatchObject({
      state: 'read',
      passages: null,
      topics: ['Lighthouses'],
      path: expect.stringContaining('read#'),
    })
    expect(reportPicture(measured)).toBeNull()
  })

  it('counts a smoothed gain as half of the newest and half of those before', async () => {
    const plan = json({
      critique: 'Little.',
      thought: 'Look.',
      plan: [{ action: 'SEARCH', query: 'lighthouse lamp', target_outline_topic: 't1' }],
    })
    const run = await runResearch(researching({ plan }), { config: { maxCycles: 2, pagesPerSearch: 1, guided: false } })
    const { cycles } = researchPicture(await sliceOf(run))
    const [first, second] = cycles
    expect(first?.smoothed).toBe(first?.gain)
    expect(second?.smoothed).toBeCloseTo(((first?.gain ?? 0) + (second?.gain ?? 0)) / 2)
  })
})

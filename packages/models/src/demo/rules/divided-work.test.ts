import { shownText, system } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { about, decided, introduction, wanting } from '../../../test/decided.ts'
import { ruleEngine } from '../rule-engine.ts'
import { authorSummary } from './author-summary.ts'
import { judgeCritic } from './judge-critic.ts'
import { judgeGap } from './judge-gap.ts'
import { plannerTasks } from './planner-tasks.ts'

const experts = '- general: whatever\n- research: facts\n- math: sums\n- knowledge: documents'
const tools = [
  '- math.sums: Does sums. Arguments: {"expression": "…"}',
  '- math.convert: Converts. Arguments: {"value": <number>, "from": "…", "to": "…"}',
  '- web.search: Searches. Arguments: {"query": "…"}',
].join('\n')
const fence = (text: string, from = 'step 1') => shownText({ text, untrusted: { from } })
const question = 'Who founded the yard that built the Gannet?'
const asked = 'Which yard built the Gannet?'
const yard = 'Tarn Yard: “The Gannet was built by the Tarn Yard.” (A Title)'
const founder = 'Ada Lind: “Ada Lind founded the Tarn Yard in 1841.” (A Title)'

describe('a task divided', () => {
  const plan = (task: string, more: Record<string, string> = {}) =>
    decided(plannerTasks, wanting('task-plan', { task, experts, tools, ...more }))

  it('goes to tools where they do it exactly, and to an expert where something is looked up', () => {
    expect(plan('What is 17 * 6 + 14? Convert 5 km to miles; and who founded the Tarn Yard?')).toMatchObject({
      value: {
        tasks: [
          { id: '1', category: 'math', tool: 'math.sums', args: { expression: '17 * 6 + 14' }, depends_on: [] },
          { id: '2', category: 'math', tool: 'math.convert', args: { value: 5, from: 'km', to: 'miles' } },
          { id: '3', category: 'research', task: 'Who founded the Tarn Yard?', depends_on: [] },
        ],
      },
    })
  })

  it('depends on what must be known first', () => {
    expect(plan(question)).toMatchObject({
      value: {
        tasks: [
          { id: '1', task: asked, depends_on: [] },
          { id: '2', task: 'Who founded the answer of step 1?', depends_on: ['1'] },
        ],
      },
    })
  })

  it('goes to an expert where a sum has no value, no tool is there, or nobody is for it', () => {
    for (const given of [
      plan('What is 1 / 0?'),
      plan('What is 1 + 2?', { tools: '' }),
      plan('Which is larger, 7 or 60?'),
    ]) {
      expect(given).toMatchObject({ value: { tasks: [{ category: 'math' }] } })
      expect(given).not.toHaveProperty('value.tasks.0.tool')
    }
    expect(plan(asked, { experts: '- general: whatever' })).toMatchObject({
      value: { tasks: [{ category: 'general' }] },
    })
    expect(plan('Sing a song.')).toEqual({
      kind: 'value',
      thought: '',
      value: { tasks: [{ id: '1', category: 'general', task: 'Sing a song.', depends_on: [] }] },
    })
  })

  describe('anew for a gap', () => {
    const gap = { unresolved: fence('It is missing.', 'judge'), 'established-facts': 'none' }
    const tried = (...lines: readonly string[]) => ({ ...gap, 'earlier-tasks': lines.join('\n') })

    it('goes another way each time, in the place of the last', () => {
      const [first, second, third] = ['- 1 (research): ', '- 2 (knowledge): ', '- 3 (research): '].map(
        (head) => head + asked,
      )
      expect(plan(asked, tried(first ?? ''))).toMatchObject({
        value: { tasks: [{ id: '2', category: 'knowledge', query: asked, supersedes: '1' }] },
      })
      expect(plan(asked, tried(first ?? '', second ?? ''))).toMatchObject({
        value: { tasks: [{ id: '3', category: 'research', query: asked, supersedes: '2' }] },
      })
      expect(plan(asked, tried(first ?? '', second ?? '', third ?? ''))).toMatchObject({
        value: { error: 'All that could be asked was asked.' },
      })
    })

    it('is for the second hop where the first is known', () => {
      const facts = { 'established-facts': `- ${asked}\n${fence(yard)}` }
      const more = {
        ...tried(`- 1 (research): ${asked}`, '- 2 (research): Who founded the answer of step 1?'),
        ...facts,
      }
      expect(plan(question, more)).toMatchObject({
        value: { tasks: [{ id: '3', category: 'knowledge', task: 'Who founded the Tarn Yard?', supersedes: '2' }] },
      })
    })

    it('leaves to an expert what a tool did not give, once', () => {
      const again = plan('What is 3 + 4?', tried('- 1 (math): Work out 3 + 4.'))
      expect(again).toMatchObject({ value: { tasks: [{ id: '2', category: 'math', supersedes: '1' }] } })
      expect(again).not.toHaveProperty('value.tasks.0.tool')
      expect(plan('What is 3 + 4?', tried('- 1 (math): Work out 3 + 4.', '- 2 (math): Work out 3 + 4.'))).toMatchObject(
        {
          value: { error: 'All that could be asked was asked.' },
        },
      )
    })

    it('is not made out of a repair that shows nothing of what was tried', () => {
      expect(decided(plannerTasks, wanting('task-plan', { task: asked, gap: 'It is missing.' }))).toMatchObject({
        value: { error: 'All that could be asked was asked.' },
      })
    })
  })
})

const results = [
  `PRIMARY (research expert, confidence high)\nStep 1: ${asked}\n${fence(yard)}`,
  `PRIMARY (research expert, confidence high)\nStep 2: Who founded the answer of step 1?\n${fence(founder, 'step 2')}`,
].join('\n\n')

describe('what is merged', () => {
  const merged = (task: string, parts: Record<string, string>) => decided(authorSummary, about({ task, ...parts }))

  it('is the answer of the last expert of a chain', () => {
    expect(merged(question, { results })).toMatchObject({ text: founder })
  })

  it('is found in what a search gave', () => {
    const passage = '[1] A Title\nhttps://a.example/x (doc_1, 0–90)\nThe Gannet was built by the Tarn Yard.'
    const graph =
      'Facts:\n- Gannet — built by → Tarn Yard [1]\n\nReferences:\n[1] A Title (https://a.example/x): The Gannet was built by the Tarn Yard.'
    for (const found of [passage, graph]) {
      const given = `PRIMARY (graph)\nStep 1: ${asked}\n${fence(found, 'a page')}`
      expect(merged(asked, { results: given })).toMatchObject({ text: yard })
    }
  })

  it('has an answer, or none, for every part', () => {
    const sum = 'PRIMARY (math)\nStep 1: Work out 3 + 4.\n7'
    expect(merged(`What is 3 + 4? ${asked}`, { results: sum })).toMatchObject({
      text: `What is 3 + 4? 3 + 4 = 7\n${asked} I found nothing that answers it.`,
    })
    expect(
      merged('What is 3 + 4?', {
        facts: `- Work out 3 + 4.\n${fence('7')}`,
        results: `PRIMARY (x)\nStep 2: Look.\n${fence('x')}`,
      }),
    ).toMatchObject({ text: '3 + 4 = 7' })
  })

  it('is left to another rule where an expert could do nothing', () => {
    const given = `BACKGROUND (research expert, confidence low)\nStep 1: ${asked}\n${fence(introduction)}`
    expect(merged(asked, { results: given })).toBeUndefined()
  })
})

describe('the judgement what is missing', () => {
  const form = 'COMPLETION_STATUS: COMPLETE or NEEDS_MORE_INFO\nGAP: …\nNEXT_FOCUS: …'
  const judged = (task: string, answer: string) => decided(judgeGap, about({ task, answer }, form))
  const complete = { kind: 'gap', isComplete: true, gap: '', nextFocus: '' }

  it('is that nothing is where every part has its answer', () => {
    expect(judged(question, founder)).toEqual(complete)
    expect(judged(`What is 3 + 4? ${asked}`, `What is 3 + 4? 3 + 4 = 7\n${asked} ${yard}`)).toEqual(complete)
    expect(judged('Thanks!', 'You are welcome.')).toEqual(complete)
  })

  it('names the parts without, and what to look for next', () => {
    expect(
      judged(`What is 3 + 4? ${asked}`, `What is 3 + 4? 3 + 4 = 7\n${asked} I found nothing that answers it.`),
    ).toEqual({
      kind: 'gap',
      isComplete: false,
      gap: `the answer to “${asked}” is missing`,
      nextFocus: asked,
    })
    expect(judged(question, 'I found nothing that answers “Who founded the Tarn Yard?” So far: it.')).toMatchObject({
      gap: `the answer to “${question}” is missing`,
      nextFocus: 'Who founded the Tarn Yard?',
    })
    expect(judged('What is 3 + 4?', '3 + 4 = 8')).toMatchObject({ isComplete: false })
  })

  it('is not made of what no rule can judge', () => {
    expect(judged('Sing a song.', 'La la la.')).toBeUndefined()
  })
})

describe('the critic', () => {
  const told = (answer: string, task = question, form = 'If it is right, say CONFIRMED.') =>
    decided(judgeCritic, about({ task, answer, results }, form))

  it('confirms what it sees no error in', () => {
    expect([told(founder), told('La la la.', 'Sing a song.')]).toMatchObject([
      { text: 'CONFIRMED' },
      { text: 'CONFIRMED' },
    ])
  })

  it('gives the answer again where no word for it is taught', () => {
    expect(told(founder, question, '')).toMatchObject({ text: founder })
  })

  it('writes anew what the results do not say', () => {
    expect(told('Ben Lind: “Ben Lind founded the Tarn Yard.” (A Title)')).toMatchObject({ text: founder })
  })

  it('cannot mend what nothing was found for', () => {
    expect(told('I found nothing that answers “Who was Ada Lind?”', 'Who was Ada Lind the sailor?')).toMatchObject({
      text: 'CONFIRMED',
    })
  })
})

describe('an expert', () => {
  const lines = 'CONFIDENCE: high, medium or low\nGAPS: …\nREFERRAL: …'
  const reply = async (text: string, isKnown: boolean, taught = lines) => {
    const findings = { isKnown, question: asked, results: [] }
    const rules = [{ name: 'any', decide: () => ({ kind: 'answer', thought: '', text, findings }) as const }]
    const request = about({ task: question, step: asked })
    const messages = [system(taught), ...request.messages.slice(1)]
    let said = ''
    const call = { session: 's', path: 'p', signal: new AbortController().signal }
    for await (const part of ruleEngine({ rules }).stream({ messages }, call as never)) {
      if (part.type === 'text') said += part.text
    }
    return said
  }

  it('says how sure it is, and what it lacks', async () => {
    expect(await reply(yard, true)).toBe(`${yard}\n\nCONFIDENCE: high\nGAPS: none\nREFERRAL: none`)
    expect(await reply('“It was built.” (A Title)', true)).toContain('CONFIDENCE: medium\nGAPS: none')
    expect(await reply('I found nothing that answers “Who was he?”', false)).toContain(
      'CONFIDENCE: low\nGAPS: the answer to “Who was he?”\n',
    )
    expect(await reply('No.', false)).toContain(`GAPS: the answer to “${asked}”`)
  })

  it('says so only where it is taught to', async () => {
    expect(await reply(yard, true, 'Answer.')).toBe(yard)
  })
})

import { type ModelRequest, shownText, user } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { about, decided, wanting } from '../../../test/decided.ts'
import { authorCompression } from './author-compression.ts'
import { authorInput } from './author-input.ts'
import { authorSummary } from './author-summary.ts'
import { judgeEvaluation } from './judge-evaluation.ts'
import { plannerDecision } from './planner-decision.ts'
import { plannerTools } from './planner-tools.ts'

const calculator = '- math.sums: Does sums. Input: {"expression": "…"}'
const library = '- library.search: Searches. Input: {"query": "…"}'
const web = '- web.search: Searches pages. Input: {"query": "…"}'
const convert = '- math.convert: Converts. Input: {"value": <number>, "from": "…", "to": "…"}'
const tools = [calculator, library, web, convert].join('\n')

const fence = (text: string, from: string) => shownText({ text, untrusted: { from } })
const passage = (text: string) => `[1] A Title\nhttps://a.example/x (doc_1, 0–90)\n${text}`
const built = passage('The Gannet was built by the Tarn Yard.')
const founded = passage('Ada Lind founded the Tarn Yard in 1841.')
const nothing = passage('Herring is a fish.')

type Given = { readonly id: string; readonly tool: string; readonly goal: string; readonly quality?: string }

const done = ({ id, tool, goal, quality = 'good (5 of 5)' }: Given, input: object, output: string) =>
  [
    `[${id}] Step ${id} (${tool}): ${goal}`,
    `Input: ${JSON.stringify(input)}`,
    `Quality: ${quality}`,
    fence(output, tool),
  ].join('\n')

const asked = 'Which yard built the Gannet?'
const first = (output: string, quality?: string) =>
  done({ id: '1', tool: 'library.search', goal: asked, ...(quality && { quality }) }, { query: asked }, output)

const question = 'Who founded the yard that built the Gannet?'

describe('a plan whose steps name tools', () => {
  const plan = (task: string, more: Record<string, string> = {}) =>
    decided(plannerTools, wanting('tool-plan', { task, tools, ...more }))

  it('has the tool that does each part', () => {
    expect(plan('What is 3 + 4? Convert 5 km to miles; and who founded the Tarn Yard?')).toMatchObject({
      value: {
        steps: [
          { id: '1', tool: 'math.sums', goal: 'Add 3 and 4.', needs: [] },
          { id: '2', tool: 'math.convert', input: { value: 5, from: 'km', to: 'miles' }, needs: [] },
          { id: '3', tool: 'library.search', goal: 'Who founded the Tarn Yard?', needs: [] },
        ],
      },
    })
  })

  it('waits for what must be known first', () => {
    expect(plan(question)).toMatchObject({
      value: {
        steps: [
          { id: '1', goal: asked, needs: [] },
          { id: '2', goal: 'Who founded the answer of step 1?', needs: ['1'] },
        ],
      },
    })
  })

  it('repeats nothing that has been found, and tries no search twice for the same', () => {
    expect(plan(question, { results: first(built) })).toMatchObject({
      value: { steps: [{ id: '2', tool: 'library.search', goal: 'Who founded the Tarn Yard?', needs: [] }] },
    })
    expect(plan(question, { results: first(nothing, 'failed (1.25 of 5)') })).toMatchObject({
      value: { steps: [{ id: '2', tool: 'web.search', goal: asked }, { id: '3' }] },
    })
  })

  it('has no more steps than there may be', () => {
    const schema = { properties: { steps: { maxItems: 1 }, working_memory: {} } }
    const request = { ...wanting('plan', { task: 'What is (1 + 2) * 3?', tools }), output: { name: 'plan', schema } }
    expect(decided(plannerTools, request)).toMatchObject({ value: { steps: [{ goal: 'Work out (1 + 2) * 3.' }] } })
  })

  it('is one step for what a person has to complete, and is complete when they have', () => {
    expect(plan('Convert 5 km.')).toMatchObject({ value: { steps: [{ tool: 'math.convert', goal: 'Convert 5 km.' }] } })
    const memory = `${fence('Which unit?', 'question')}\n[USER ANSWER] miles`
    expect(plan('Convert 5 km.', { memory })).toMatchObject({
      value: { steps: [{ tool: 'math.convert', input: { value: 5, from: 'km', to: 'miles' } }] },
    })
  })

  it('says why there is none', () => {
    const refusal = (task: string, listed: string) => plan(task, { tools: listed })
    expect(refusal('What is 3 + 4?', library)).toMatchObject({
      value: { error: 'There is no tool for “What is 3 + 4?”' },
    })
    expect(refusal('Use 1, 1, 1 and 1 to make 24.', tools)).toMatchObject({
      value: { error: 'There is no way to make 24 from 1, 1, 1, 1: I tried them all' },
    })
    expect(plan('Sing a song.')).toBeUndefined()
  })
})

describe('the input of a tool', () => {
  const prepared = (step: string, tool: string, takes: string, more: Record<string, string> = {}) => {
    const schema = { properties: { input: { properties: { [takes]: {} } }, working_memory: {} } }
    return decided(authorInput, {
      ...about({ task: question, tool: `${tool}: Does it.`, ...more, step }),
      output: { name: 'input', schema },
    })
  }

  it('has what earlier steps found in the places of references', () => {
    const sum = done({ id: '1', tool: 'math.sums', goal: 'Multiply 17 by 6.' }, { expression: '17 * 6' }, '102')
    expect(prepared('Add the result of step 1 and 14.', 'math.sums', 'expression', { results: sum })).toMatchObject({
      value: { input: { expression: '102 + 14' } },
    })
    expect(
      prepared('Who founded the answer of step 1?', 'library.search', 'query', { results: first(built) }),
    ).toMatchObject({
      value: { input: { query: 'Who founded Tarn Yard?' } },
    })
    expect(
      prepared('Who founded the answer of step 1?', 'a.graph', 'question', { results: first(built) }),
    ).toMatchObject({
      value: { input: { question: 'Who founded Tarn Yard?' } },
    })
  })

  it('is what the plan thought where the step does not say it', () => {
    expect(prepared('Look at the page.', 'web.fetch', 'url', { hint: '{"url":"https://a.example"}' })).toMatchObject({
      value: { input: { url: 'https://a.example' } },
    })
  })

  it('is not made up where a result is missing', () => {
    const results = first(nothing, 'failed (1.25 of 5)')
    for (const given of [
      prepared('Who founded the answer of step 1?', 'library.search', 'query', { results }),
      prepared('Convert 5 km.', 'math.convert', 'value'),
    ]) {
      expect(given).toMatchObject({ value: { error: expect.stringContaining('does not say what the tool needs') } })
    }
  })
})

describe('the judgement of an output', () => {
  const judged = (step: string, input: object, output: string, facts = true) => {
    const names = ['relevance', 'completeness', 'usability', 'goal_progress', 'reason', 'working_memory']
    const properties = Object.fromEntries([...names, ...(facts ? ['facts'] : [])].map((name) => [name, {}]))
    const parts = {
      task: question,
      step,
      tool: 'a.tool',
      input: JSON.stringify(input),
      output: fence(output, 'a.tool'),
    }
    return decided(judgeEvaluation, { ...about(parts), output: { name: 'evaluation', schema: { properties } } })
  }
  const rated = (relevance: number, rest: number) => ({
    relevance,
    completeness: rest,
    usability: rest,
    goal_progress: rest,
  })

  it('is by working a sum out again', () => {
    expect(judged('Add 3 and 4.', { expression: '3 + 4' }, '7')).toMatchObject({
      value: { ...rated(5, 5), working_memory: '- 3 + 4 = 7', facts: ['3 + 4 = 7'] },
    })
    expect(judged('Add 3 and 4.', { expression: '3 + 4' }, '8')).toMatchObject({
      value: { ...rated(3, 1), reason: 'I worked it out again: 3 + 4 is 7.', facts: [] },
    })
    expect(judged('Add 3 and 4.', { expression: '3 + 4' }, 'No.')).toMatchObject({ value: rated(2, 1) })
  })

  it('is by the sentence that answers what was looked up', () => {
    const said = 'Tarn Yard: “The Gannet was built by the Tarn Yard.” (A Title)'
    expect(judged(asked, { query: asked }, built)).toMatchObject({
      value: { ...rated(5, 5), reason: said, working_memory: `- ${asked} ${said}`, facts: [`${asked} ${said}`] },
    })
    expect(judged(asked, { query: asked }, nothing)).toMatchObject({
      value: { ...rated(1, 1), reason: `Nothing in it answers “${asked}”` },
    })
    expect(judged(asked, { query: asked }, passage('The Gannet is a ship of the yard.'))).toMatchObject({
      value: rated(2, 1),
    })
  })

  it('is by what a conversion comes to', () => {
    const input = { value: 5, from: 'km', to: 'miles' }
    expect(judged('Convert 5 km to miles.', input, '5 km = 3.10686 miles')).toMatchObject({ value: rated(5, 5) })
    expect(judged('Convert 5 km to miles.', input, '5 km = 8 miles')).toMatchObject({ value: rated(2, 1) })
  })

  it('lists facts only where they are asked for, and leaves to others what no rule can judge', () => {
    expect(judged('Add 3 and 4.', { expression: '3 + 4' }, '7', false)).not.toHaveProperty('value.facts')
    expect(judged('Write a poem.', { text: 'x' }, 'A poem.')).toBeUndefined()
  })
})

describe('the decision how to go on', () => {
  const decide = (task: string, parts: Record<string, string>) =>
    decided(plannerDecision, wanting('decision', { task, tools, rest: 'No step is left.', ...parts }))
  const failed = 'failed (1.25 of 5)'

  it('is another way for what was not found, with what waits for it behind', () => {
    const rest = 'Step 2 (library.search, after 1): Who founded the answer of step 1?'
    expect(decide(question, { last: first(nothing, failed), rest })).toMatchObject({
      value: {
        action: 'adjust',
        reason: `“${asked}” is tried with web.search instead of library.search.`,
        new_plan: [
          { id: '3', tool: 'web.search', goal: asked, needs: [] },
          { id: '2', tool: 'library.search', goal: 'Who founded the answer of step 3?', needs: ['3'] },
        ],
      },
    })
  })

  it('is the end without another try when the next failure would end it', () => {
    const state = 'Failures in a row: 2 of 3'
    expect(decide(question, { last: first(nothing, failed), state })).toMatchObject({
      value: { action: 'stuck', reason: `I found nothing that answers “${asked}”` },
    })
  })

  it('is to go on with what does not need the step that failed', () => {
    const task = `${asked} What is 3 + 4?`
    const listed = { tools: library, last: first(nothing, failed) }
    const other = 'Step 2 (math.sums): Add 3 and 4.'
    expect(decide(task, { ...listed, rest: other })).toMatchObject({ value: { action: 'continue' } })
    const rest = `${other}\nStep 3 (library.search, after 1): Who founded the answer of step 1?`
    expect(decide(task, { ...listed, rest })).toMatchObject({ value: { action: 'adjust', new_plan: [{ id: '2' }] } })
  })

  it('is the end where some part has an answer, and says what is missing', () => {
    const sum = done({ id: '2', tool: 'math.sums', goal: 'Add 3 and 4.' }, { expression: '3 + 4' }, '7')
    const task = `${asked} What is 3 + 4?`
    expect(decide(task, { tools: library, results: sum, last: first(nothing, failed) })).toMatchObject({
      value: { action: 'done', confidence: 1, missing: `I found nothing that answers “${asked}”` },
    })
    expect(decide('What is 3 + 4?', { last: sum })).not.toHaveProperty('value.missing')
  })

  it('is giving up with the reason of the tool', () => {
    const last = `Step 1 (math.sums): Divide 1 by 0.\nInput: {"expression":"1 / 0"}\nQuality: failed\n${fence('No.', 'fault of step 1')}`
    expect(decide('What is 1 / 0?', { last })).toMatchObject({
      value: { action: 'stuck', reason: expect.stringContaining('divides by zero') },
    })
  })

  it('is a question to a person where the task lacks something', () => {
    const last = 'Step 1 (math.convert): Convert 5 km.\nQuality: failed'
    expect(decide('Convert 5 km.', { last })).toMatchObject({
      value: { action: 'ask_user', question: 'Into which unit shall I convert 5 km?' },
    })
  })
})

describe('a working memory that is compressed', () => {
  it('says each line once and leaves out the middle of long quotations', () => {
    const long = `“${'word '.repeat(40).trim()}”`
    const text = `Wanted: it.\n- a = 1\nStep 2: Wanted: it.\n- a = 1\n- b ${long}`
    expect(
      decided(authorCompression, wanting('compression', { task: 'x', memory: fence(text, 'working memory') })),
    ).toEqual({
      kind: 'value',
      thought: '',
      value: { compressed: `Wanted: it.\n- a = 1\n- b “${'word '.repeat(16).trim()}…”` },
    })
  })
})

describe('the answer from the results of steps', () => {
  const answer = (task: string, parts: Record<string, string>) => decided(authorSummary, about({ task, ...parts }))
  const second = done(
    { id: '2', tool: 'library.search', goal: 'Who founded the answer of step 1?' },
    { query: 'Who founded Tarn Yard?' },
    founded,
  )

  it('cites each of them that it rests on', () => {
    expect(answer(question, { results: [first(built), second].join('\n\n') })).toMatchObject({
      text: 'Ada Lind: “Ada Lind founded the Tarn Yard in 1841.” (A Title) [1][2]',
    })
  })

  it('says what is missing, and how far it came', () => {
    expect(answer(question, { results: first(built) })).toMatchObject({
      text: 'I found nothing that answers “Who founded the Tarn Yard?” So far: Which yard built the Gannet? Tarn Yard. [1]',
      findings: { isKnown: false },
    })
    expect(answer(`${asked} What is 3 + 4?`, { results: first(built) })).toMatchObject({
      text: `${asked} Tarn Yard: “The Gannet was built by the Tarn Yard.” (A Title) [1]\nWhat is 3 + 4? What 3 + 4 comes to was not worked out.`,
    })
  })

  it('takes nothing from results that were not good, and what a person gave as it is', () => {
    expect(answer(asked, { results: first(built, 'partial (2.5 of 5)') })).toMatchObject({
      findings: { isKnown: false },
    })
    const given = `[1] Step 1 (math.sums): Add 3 and 4.\nQuality: good\n${fence('8', 'a person')}`
    expect(answer('What is 3 + 4?', { results: given })).toMatchObject({ text: '3 + 4 = 8 [1]' })
  })

  it('is written from the working memory where that is all there is', () => {
    const said = 'Ada Lind: “Ada Lind founded the Tarn Yard in 1841.” (A Title)'
    const lines = `Wanted: it.\n- ${asked} Tarn Yard: “…” (A Title)\n- Who founded Tarn Yard? ${said}`
    expect(answer(question, { results: 'Step 1: Look. OK', memory: fence(lines, 'working memory') })).toMatchObject({
      text: said,
    })
  })

  it('is not its business where nothing was planned, or a step is to be done', () => {
    expect([answer(question, {}), answer(question, { results: first(built), step: asked })]).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('what a person says beside the task', () => {
  const steered = ({ messages, ...request }: ModelRequest) => ({
    ...request,
    messages: [...messages, user('[USER GUIDANCE] What is 2 + 2?')],
  })

  it('is neither planned, nor decided about, nor answered in its place', () => {
    const sum = done({ id: '1', tool: 'math.sums', goal: 'Add 3 and 4.' }, { expression: '3 + 4' }, '7')
    const task = 'What is 3 + 4?'
    expect([
      decided(plannerTools, steered(wanting('tool-plan', { task, tools }))),
      decided(plannerDecision, steered(wanting('decision', { task, tools, last: sum }))),
      decided(authorSummary, steered(about({ task, results: sum }))),
    ]).toMatchObject([
      { value: { steps: [{ goal: 'Add 3 and 4.' }] } },
      { value: { action: 'done' } },
      { text: '3 + 4 = 7 [1]' },
    ])
  })
})

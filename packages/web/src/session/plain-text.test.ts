import { type Json, loops } from '@gyre/core'
import { type FactEvent, isShown } from '@gyre/core/view'
import { describe, expect, it } from 'vitest'
import { scenarios } from '../../../../test/support/scenarios.ts'
import { logOf } from '../../test/support/loop-log.ts'
import { textOf } from '../compare/alignment.ts'
import { timelineOf } from '../reasoning/timeline-rows.ts'
import { remarkOf } from '../steps/step-facts.ts'
import { plainReply } from './plain-reply.ts'
import { plainText, saidInFull, saidInShort, withoutJson } from './plain-text.ts'
import type { SessionLog } from './session-log.ts'

const every = 200

/** Each line on a session that the page has: its timeline, its waterfall, and how it compares. */
function linesOf(log: SessionLog): readonly string[] {
  const told = timelineOf(log, every).rows.flatMap(({ title, detail }) => [title, detail])
  const compared = log.steps.filter(({ fact }) => isShown(fact)).map(textOf)
  return [...told, ...log.steps.map(remarkOf), ...compared]
}

const loopNames = [...new Set([...loops.map(({ name }) => name), ...scenarios.map(({ loop }) => loop.name)])]

describe('what is told of a session', () => {
  it.each(loopNames)('has no JSON in it where the loop is %s', async (name) => {
    const lines: string[] = []
    for (const scenario of scenarios) if (scenario.loop.name === name) lines.push(...linesOf(await logOf(scenario)))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => /[{[]\s*["{]|"\s*:/.test(line))).toEqual([])
  })
})

/** Replies as models gave them, by what asked for them. */
const replies: readonly (readonly [string, Json, string])[] = [
  [
    'a plan of plan-execute',
    {
      steps: [
        { id: '1', goal: 'Add 17 and 25.', needs: [] },
        { id: '2', goal: 'Multiply it by 3.', needs: ['1'] },
      ],
    },
    '2 steps proposed',
  ],
  [
    'a plan of experts',
    {
      tasks: [
        { id: 'permit', category: 'research', task: 'Is a permit needed?' },
        { id: 'sum', category: 'math', task: 'Work out 3 + 4.', tool: 'math.calculate', args: { expression: '3 + 4' } },
      ],
    },
    '2 tasks proposed',
  ],
  [
    'the outline of research',
    {
      topics: [
        { topic: 'Lights', subtopics: ['lamp'] },
        { topic: 'Boats', subtopics: [] },
      ],
    },
    '2 topics: Lights; Boats',
  ],
  [
    'the next searches of research',
    {
      critique: 'Boats are not covered',
      thought: 'Look for ferries.',
      plan: [{ action: 'SEARCH', query: 'ferries of Aldery', target_outline_topic: 't2' }],
    },
    'Boats are not covered. Look for ferries.',
  ],
  ['the front of a report', { title: 'Who lit it?', abstract: 'Hob Skerry did.' }, 'Who lit it? Hob Skerry did.'],
  ['a revision of critic', { edits: [{ claim: 'green', replacement: 'blue' }] }, '“green” becomes “blue”'],
  ['a revision that changes nothing', { edits: [] }, 'nothing to change'],
  [
    'a wave',
    { status: 'continue', action: 'Look it up.', tools: [{ id: 'a', tool: 'look', args: { name: 'hall' } }] },
    'Look it up.',
  ],
  [
    'a judge of waves',
    {
      scores: [
        { plan: 1, score: 3 },
        { plan: 2, score: 9 },
      ],
    },
    'plan 1, score 3; plan 2, score 9',
  ],
  ['the input of a step of reason', { working_memory: 'Now hall.', input: { name: 'hall' } }, 'name: "hall"'],
  [
    'an evaluation of reason',
    { relevance: 4, goal_progress: 2.5, reason: 'One room is missing.', facts: [], working_memory: 'So far.' },
    'relevance 4, goal progress 2.5. One room is missing.',
  ],
  ['an evaluation without a reason', { relevance: 4, facts: ['The hall is tidy.'] }, 'relevance 4'],
  [
    'a decision of reason',
    { action: 'ask_user', confidence: 0.9, reason: 'Nobody said which.', question: 'Which room?' },
    'ask user, confidence 0.9. Nobody said which. Asks: Which room?',
  ],
  ['a memory that is compressed', { compressed: 'The hall is tidy.' }, 'The hall is tidy.'],
  ['the route of auto', { loop: 'direct', reason: 'It is a plain question.' }, 'direct: It is a plain question.'],
  ['the judge of auto', { confidence: 0.2, reason: 'It says too little.' }, 'confidence 0.2. It says too little.'],
  ['an answer in a form of its own', { name: 'Rome', people: 3 }, 'name: "Rome", people: 3'],
  ['another form with lists', { id: 'x', said: 'All is well.', list: [{ a: 1 }] }, 'All is well.'],
  ['lists alone', { found: [{ a: 1, b: [2] }], tags: ['p', 'q'] }, 'found: a 1, b 2, tags: p, q'],
  ['a list', [{ task_description: 'Look.', type: 'magic' }], 'Look'],
  ['nothing', {}, 'nothing'],
]

describe('a reply in a form', () => {
  it.each(replies)('is told in short: %s', (_, reply, short) => {
    expect(plainReply(reply).short).toBe(short)
  })

  it('is told in full where two are compared', () => {
    const whole = (reply: Json) => plainReply(reply).whole
    expect(
      whole({
        tasks: [
          { id: '1', task: 'A?' },
          { id: '2', task: 'B.' },
        ],
      }),
    ).toBe('2 tasks proposed: A?; B')
    expect(
      whole({ status: 'done', action: 'Look.', tools: [{ id: 'a', tool: 'look', args: { of: { $ref: 'b.c' } } }] }),
    ).toBe('Look. status: "done", tools: look(of: $b.c)')
    expect(whole({ action: 'adjust', reason: 'So.', new_plan: [{ id: 'n', tool: 'send', goal: 'Tidy.' }] })).toBe(
      'adjust. So. new plan: Tidy',
    )
  })
})

describe('a text with JSON in it', () => {
  it.each([
    ['in a fence', '```json\n{"steps":[{"id":"1","goal":"Go."}]}\n```', '1 step proposed'],
    ['after thoughts', 'I see.\n{"confidence":1,"reason":"Yes."}', 'I see.\nconfidence 1. Yes.'],
    ['as an input', 'name: "cup" → {"put":"cup","at":[1,2]}', 'name: "cup" → cup'],
    ['as a list of texts', 'tags: ["a","b"]', 'tags: a, b'],
    ['that breaks off', 'Action Input: {"name":"the ha', 'Action Input: the ha…'],
    ['that breaks off at a name', 'Tool Input: {"na', 'Tool Input: …'],
    ['that is none', 'so {"a": b} ends', 'so … ends'],
    ['with brackets in texts', '{"reason":"a } and \\" b","confidence":1} end', 'confidence 1. a } and " b end'],
    [
      'as checks of claims',
      'CLAIM: sky is green\nTOOL: look\nTOOL INPUT: {"name":"sky"}',
      '1 claim to check: “sky is green” by look(name: "sky")',
    ],
  ])('is told in words: %s', (_, text, told) => {
    expect(plainText(text)).toBe(told)
  })

  it('leaves code and places alone', () => {
    for (const text of ['see [1][2]', 'names["a"] = {}', 'f({ a: 1 })', 'if (x) { return "y" }'])
      expect(withoutJson(text)).toBe(text)
  })

  it('is read quickly however long it is', () => {
    const text = `{"text":"${'x\\n'.repeat(500_000)}`
    expect(withoutJson(text).length).toBeLessThan(5000)
    expect(withoutJson('{"a" '.repeat(100_000))).toBe('…')
  })
})

/** What a model said, of which it is counted how often it is read. */
function reply(...texts: readonly string[]) {
  let reads = 0
  const parts = texts.map((text) => ({ type: 'text', text }))
  const about = { v: 1, at: '2026-01-01T00:00:00.000Z', seq: 1, session: 'ses_1', path: 'plan#1' } as const
  const fact: FactEvent = {
    ...about,
    type: 'step.finished',
    get data() {
      reads += 1
      return { kind: 'generate', request: {}, result: { parts } }
    },
  }
  return { fact, reads: () => reads }
}

describe('what a step said', () => {
  it('is read once, however often it is drawn', () => {
    const { fact, reads } = reply('{"steps":[{"id":"1","goal":', '"Go."}]}')
    expect(saidInShort(fact)).toBe('1 step proposed')
    const once = reads()
    expect(saidInShort(fact)).toBe('1 step proposed')
    expect(reads()).toBe(once)
  })

  it('is counted where it is a long form', () => {
    const steps = Array.from({ length: 300 }, (_, at) => ({ id: String(at), goal: 'x'.repeat(100) }))
    expect(saidInShort(reply(JSON.stringify({ steps })).fact)).toBe('300 steps proposed')
  })

  it('is told of a fence that nothing closes', () => {
    const text = `\`\`\`${'\n'.repeat(1_000_000)}end`
    expect(saidInFull(reply(text).fact)).toContain('end')
    expect(saidInShort(reply(text).fact)).toContain('```')
  })
})

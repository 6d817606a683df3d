import type { Question } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { askPerson, chosen, questionLines } from './ask-person.ts'

/** Answers each prompt with the next line; the prompts are kept. */
function person(...lines: (string | undefined)[]) {
  const prompts: string[] = []
  const ask = async (prompt: string, prefill = '') => {
    prompts.push(prefill === '' ? prompt : `${prompt} ${prefill}`)
    if (prompts.length > 9) throw new Error('asked too often')
    return lines.shift()
  }
  return { ask, prompts }
}

const free: Question = { path: 'ask#1', kind: 'question', question: 'Which one?' }
const closed: Question = { ...free, choices: ['retry', 'treat as done', 'fail'] }
const approval: Question = {
  path: 'act#1[0]/approve#1',
  kind: 'approval',
  question: 'Pay?',
  choices: ['approve', 'reject'],
  data: { tool: 'pay', input: { amount: 5 } },
}

describe('askPerson', () => {
  it('takes a line for an answer, and asks again for an empty one', async () => {
    const { ask, prompts } = person('', 'the red one')
    expect(await askPerson(free, ask)).toEqual({
      action: 'answer',
      body: { text: 'the red one', question: 'ask#1' },
    })
    expect(prompts).toEqual(['answer:', 'answer:'])
  })

  it('takes a choice by its number', async () => {
    const { ask, prompts } = person('9', 'what?', '2')
    expect(await askPerson(closed, ask)).toEqual({
      action: 'answer',
      body: { text: 'treat as done', question: 'ask#1' },
    })
    expect(prompts).toEqual(['answer (1-3):', 'answer (1-3):', 'answer (1-3):'])
  })

  it('leaves the question open when no line is given', async () => {
    expect(await askPerson(free, person(undefined).ask)).toBeUndefined()
    expect(await askPerson(approval, person(undefined).ask)).toBeUndefined()
  })

  it.each([
    [['y'], { action: 'approve', body: { question: approval.path } }],
    [['maybe', 'YES'], { action: 'approve', body: { question: approval.path } }],
    [['n', ' too much '], { action: 'reject', body: { question: approval.path, reason: 'too much' } }],
    [['n', ''], { action: 'reject', body: { question: approval.path } }],
    [
      ['e', '{"amount":', '{"amount":4}'],
      { action: 'approve', body: { question: approval.path, input: { amount: 4 } } },
    ],
    [['e', undefined, 'y'], { action: 'approve', body: { question: approval.path } }],
  ])('takes %j to an approval', async (lines, wish) => {
    expect(await askPerson(approval, person(...lines).ask)).toEqual(wish)
  })

  it('shows the arguments to edit, and again what was typed when that is no JSON', async () => {
    const { ask, prompts } = person('e', '{"amount":', '{}')
    await askPerson(approval, ask)
    expect(prompts.slice(1)).toEqual(['arguments: {"amount":5}', 'arguments: {"amount":'])
  })

  it('shows arguments that were refused again, and what nobody sees in them', async () => {
    const { ask, prompts } = person('e', '{}')
    await askPerson(approval, ask, { amount: 'a\u202eb' })
    expect(prompts[1]).toBe(String.raw`arguments: {"amount":"a\u202eb"}`)
  })
})

describe('chosen', () => {
  const choices = ['approve', 'apply later', '1']

  it.each([
    ['approve', 'approve'],
    ['APPR', 'approve'],
    ['ap', undefined],
    ['2', 'apply later'],
    ['1', '1'],
    ['0', undefined],
    ['', undefined],
  ])('takes `%s` for %s', (line, choice) => {
    expect(chosen(choices, line)).toBe(choice)
  })
})

describe('questionLines', () => {
  it('keep the lines of a question apart from choices and commands', () => {
    const question = 'Shall this be done?\n1. Look.\n\n    gyre abort ses_1'
    expect(questionLines({ ...free, question, choices: ['yes'] })).toEqual([
      '? Shall this be done?',
      '  | 1. Look.',
      '  | gyre abort ses_1',
      '    1  yes',
    ])
    const long = questionLines({ ...free, question: Array.from({ length: 100 }, (_, at) => `${at}`).join('\n') })
    expect([long.length, long.at(-1)?.startsWith('  | 39 40 41'), long.at(-1)?.endsWith(' 99')]).toEqual([
      40,
      true,
      true,
    ])
  })

  it('lists the choices, and the call that is asked about', () => {
    expect(questionLines(closed)).toEqual(['? Which one?', '    1  retry', '    2  treat as done', '    3  fail'])
    expect(questionLines(approval)).toEqual(['? Pay?', '    pay {"amount":5}'])
    expect(questionLines({ ...approval, question: 'Pay {"amount":5}?' })).toEqual(['? Pay {"amount":5}?'])
  })

  it('shows the whole of the arguments, whatever the question leaves out of them or a terminal would hide', () => {
    const text = 'a'.repeat(5000)
    const cut = { ...approval, question: 'Pay {"to":"aaa…?', data: { tool: 'pay', input: { to: text } } }
    expect(questionLines(cut)).toEqual(['? Pay {"to":"aaa…?', `    pay {"to":"${text}"}`])
    const input = { to: 'A  \u009b2KB\u202e\u{e0041}' }
    const hidden = { ...approval, question: `Pay ${JSON.stringify(input)}?`, data: { tool: 'pay', input } }
    expect(questionLines(hidden)).toEqual([String.raw`? Pay {"to":"A  \u009b2KB\u202e\udb40\udc41"}?`])
  })

  it('shows the arguments once, also where the question has the beginning of them', () => {
    const input = { to: `${'a'.repeat(300)} the end` }
    const question = `Run \`pay\` with ${JSON.stringify(input).slice(0, 280)}…? A yes holds for later calls.`
    expect(questionLines({ ...approval, question, data: { tool: 'pay', input } })).toEqual([
      `? Run \`pay\` with ${JSON.stringify(input)}? A yes holds for later calls.`,
    ])
  })

  it('shows the characters of a question that nobody sees', () => {
    const shown = String.raw`? Pay \u202eBob\u200b?`
    expect(questionLines({ ...free, question: 'Pay \u202eBob\u200b?' })).toEqual([shown])
    expect(questionLines({ ...approval, question: 'Pay \u202eBob\u200b?' })).toEqual([shown, '    pay {"amount":5}'])
  })

  it('lets no choice move the cursor', () => {
    expect(questionLines({ ...free, choices: ['no\n\u001b[2Jyes'] })).toEqual(['? Which one?', '    1  no yes'])
  })
})

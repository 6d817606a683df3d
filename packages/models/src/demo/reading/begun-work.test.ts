import { describe, expect, it } from 'vitest'
import { begunWork } from './begun-work.ts'

const begun = (...lines: readonly string[]) => begunWork(['Work that was begun:', ...lines].join('\n'))

describe('work that was begun', () => {
  it('has the calls of a child and what came of them', () => {
    expect(
      begun(
        '[react]',
        '  [task] Who founded the yard?',
        '  [said] I look.',
        '  [call of search] {"query":"One?"}',
        '  [call of far.search] {"query":"Two?"}',
        '  [result of search] <untrusted from="search (a, b)">',
        '    [1] A Title',
        '    [2] is said on it.',
        '      Deeper.',
        '    </untrusted>',
        '  [far.search failed] It is closed.',
        '  [call of search] {"query":"Three?"}',
      ),
    ).toEqual([
      {
        tool: 'search',
        input: { query: 'One?' },
        observation: { text: '[1] A Title\n[2] is said on it.\n  Deeper.', isError: false },
      },
      {
        tool: 'far.search',
        input: { query: 'Two?' },
        observation: { text: 'It is closed.', isError: true },
      },
    ])
  })

  it('has those of the child that it waited for itself', () => {
    expect(
      begun(
        '[reflexion]',
        '  [task] Go.',
        '  [react]',
        '    [call of search] {"query":"One?"}',
        '    [result of search] So.',
      ),
    ).toEqual([{ tool: 'search', input: { query: 'One?' }, observation: { text: 'So.', isError: false } }])
  })

  it('has those that are written as text', () => {
    const call = ['  [said] Thought: I look.', '    Action: search', '    Action Input: {"query":"One?"}']
    expect(begun('[react]', ...call, '  [task] Observation: [search] So.')).toEqual([
      { tool: 'search', input: { query: 'One?' }, observation: { text: 'So.', isError: false } },
    ])
  })

  it('has what the steps before gave, as answers to what they were for', () => {
    const results = [
      '<results>',
      'Step 1: Which yard?',
      '<untrusted from="step 1">',
      'Tarn Yard: “So.”',
      '</untrusted>',
    ]
    const task = ['<task>', 'Who?', '</task>', '', ...results, '</results>', '', '<step>', 'Who founded it?', '</step>']
    const lines = task.map((line, index) => (index === 0 ? `  [task] ${line}` : `    ${line}`))
    expect(begun('[react]', ...lines)).toEqual([
      {
        tool: '',
        input: { question: 'Which yard?' },
        observation: { text: 'Tarn Yard: “So.”', isError: false },
      },
    ])
  })

  it.each(['What is 2 + 2?', '[react] is a loop.', '[1]\n[2]', '<task>\n[call of search] {}\n</task>'])(
    'is not in `%s`',
    (said) => {
      expect(begunWork(said)).toBeUndefined()
    },
  )
})

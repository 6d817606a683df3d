import { describe, expect, it } from 'vitest'
import type { ToolSpec } from '../ports/model.ts'
import { followUpTool, selfAskGrammar } from './self-ask-grammar.ts'

const search: ToolSpec = {
  name: 'web.search',
  description: 'Searches the web.',
  input: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}

const parse = (text: string) => selfAskGrammar.parse(text, [followUpTool, search])

describe('a final answer', () => {
  it.each([
    ['a list of tools', 'Use these.\n\nTool: web.search\nPurpose: looks things up'],
    ['what it quotes', 'A step:\n\n```\nFollow up: Who?\nTool: web.search\nTool Input: {"query":"x"}\n```'],
    ['tokens of another protocol', 'ChatML ends with <|im_end|>\nand begins with <|im_start|>.'],
  ])('may have %s', (_, text) => {
    expect(parse(`So the final answer is: ${text}`)).toEqual({ kind: 'answer', text })
  })

  it('behind the form for machines is not replaced by one in other words, but by the form of this protocol', () => {
    const text = '# Solution\n\n**Final answer:** 42'
    expect(parse(`FINAL_ANSWER: ${text}`)).toEqual({ kind: 'answer', text })
    expect(parse('FINAL_ANSWER: 41\nSo the final answer is: 42')).toEqual({ kind: 'answer', text: '42' })
  })

  it('may stand in the fence that ends a reply, but in no other', () => {
    expect(parse('I know it:\n```\nSo the final answer is: 42\n```')).toEqual({ kind: 'answer', text: '42' })
    const quoted = 'It says:\n```\nSo the final answer is: 42\n```\nI doubt it.'
    expect(parse(quoted)).toEqual({ kind: 'answer', text: quoted })
  })

  it('that a call in tags would cut short is a fault', () => {
    const text = 'So the final answer is: Two.\n<tool_call>\n{"name":"web.search"}\n</tool_call>\nMore.'
    expect(parse(text)).toMatchObject({ kind: 'fault', salvage: 'Two.' })
  })
})

describe('follow-ups', () => {
  it.each([
    ['that ends a reply', 'I need one fact:\n```\nFollow up: Who?\n```'],
    ['that talk follows', 'I need one fact:\n```\nFollow up: Who?\n```\nI will wait.'],
  ])('may stand in a fence %s', (_, text) => {
    const calls = [{ tool: 'follow_up', input: { question: 'Who?' } }]
    expect(parse(text)).toMatchObject({ kind: 'calls', calls })
  })
})

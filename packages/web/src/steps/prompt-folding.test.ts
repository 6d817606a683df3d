import { describe, expect, it } from 'vitest'
import { additionIn, foldPrompt, promptText } from './prompt-folding.ts'

const message = (role: string, text: string) => ({ role, parts: [{ type: 'text', text }] })
const [system, asked, said] = [message('system', 'Solve it.'), message('user', 'Why?'), message('assistant', 'So.')]

describe('folding a prompt', () => {
  it('folds what the prompt before has too', () => {
    expect(foldPrompt([system, asked, said], [system, asked])).toEqual({ same: [system, asked], added: [said] })
  })

  it('folds nothing after the first difference', () => {
    expect(foldPrompt([system, said, asked], [system, asked, asked])).toEqual({ same: [system], added: [said, asked] })
  })

  it('shows all of a prompt that has none before it, or is the same', () => {
    expect(foldPrompt([system, asked], undefined).same).toEqual([])
    expect(foldPrompt([system, asked], [system, asked]).added).toEqual([system, asked])
  })
})

describe('what people added', () => {
  it('is known by how the message begins, and by who says it', () => {
    expect(additionIn(message('user', '[USER GUIDANCE] Shorter.'))).toBe('guidance')
    expect(additionIn(message('user', '[CONTEXT] The file.'))).toBe('context')
    expect(additionIn(message('user', 'He wrote [USER GUIDANCE] Shorter.'))).toBeUndefined()
    expect(additionIn(message('assistant', '[USER GUIDANCE] Shorter.'))).toBeUndefined()
  })
})

it('writes a prompt as a text', () => {
  const call = { role: 'assistant', parts: [{ type: 'tool-call', id: '1', tool: 'web.search', input: { q: 'x' } }] }
  expect(promptText([asked, call])).toBe('[user]\nWhy?\n\n[assistant]\nweb.search {"q":"x"}')
})

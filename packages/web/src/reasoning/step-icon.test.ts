import { describe, expect, it } from 'vitest'
import { stepColour, stepIcon, toolIcon } from './step-icon.ts'

describe('the icon of a step', () => {
  it('is that of its tool, by the family of the tool', () => {
    expect(['web.search', 'knowledge.search', 'math.calculate', 'own'].map(toolIcon)).toEqual([
      'globe',
      'book',
      'calculator',
      'tool',
    ])
    expect(toolIcon(undefined)).toBe('tool')
  })

  it('is that of who is asked', () => {
    const generate = (role: string) => ({ kind: 'generate', role, tool: null })
    expect(['author', 'planner', 'judge'].map((role) => stepIcon(generate(role)))).toEqual(['think', 'plan', 'judge'])
    expect(stepColour(generate('judge'))).toBe('k-judge')
    expect(stepColour({ kind: 'ask', role: null, tool: null })).toBe('k-human')
  })
})

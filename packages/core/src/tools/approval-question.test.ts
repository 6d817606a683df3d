import { expect, it } from 'vitest'
import { z } from 'zod'
import { approvalQuestion, needsApproval } from './approval-question.ts'
import { defineTool, type Tool } from './tool.ts'

const toolWith = (approval: Tool['approval']) =>
  defineTool({ name: 'pay', description: 'Pays.', input: z.object({}), approval, run: () => '' }) as Tool

it.each<[Tool['approval'], boolean, boolean]>([
  ['never', false, false],
  ['first-use', true, false],
  ['always', true, true],
])('a tool of approval `%s` is asked for: %s, and when it was approved before: %s', (approval, first, later) => {
  expect(needsApproval(toolWith(approval), new Set())).toBe(first)
  expect(needsApproval(toolWith(approval), new Set(['pay']))).toBe(later)
})

it('says what a yes holds for', () => {
  expect(approvalQuestion(toolWith('always'), { to: 'a' })).toBe('Run `pay` with {"to":"a"}?')
  expect(approvalQuestion(toolWith('first-use'), { to: 'a' })).toBe(
    'Run `pay` with {"to":"a"}? A yes holds for its later calls in this session, too.',
  )
})

it('shows the beginning of long arguments', () => {
  expect(approvalQuestion(toolWith('always'), 'x'.repeat(5_000))).toBe(`Run \`pay\` with "${'x'.repeat(1_999)}…?`)
})

import { describe, expect, it } from 'vitest'
import { measurementsOf } from './measurements.ts'
import type { Span } from './span.ts'

const span = (operation: Span['operation'], attributes: Span['attributes']): Span => ({
  operation,
  name: operation,
  traceId: '1',
  spanId: '2',
  parentId: undefined,
  startMs: 1000,
  endMs: 3500,
  attributes,
  events: [],
  error: undefined,
})

describe('what is measured of a span', () => {
  it('is for a session the time in which it worked', () => {
    const attributes = { 'gen_ai.workflow.name': 'reason', 'gyre.active_ms': 400, 'session.id': 'ses_1' }
    expect(measurementsOf(span('invoke_workflow', attributes))).toEqual([
      { histogram: 'workflow', value: 0.4, attributes: { 'gen_ai.workflow.name': 'reason' } },
    ])
  })

  it('is for a tool how long it took, and by what it failed', () => {
    const attributes = { 'gen_ai.tool.name': 'search', 'error.type': 'tool_error', 'gyre.step.path': 'act#1[0]' }
    expect(measurementsOf(span('execute_tool', attributes))).toEqual([
      { histogram: 'tool', value: 2.5, attributes: { 'gen_ai.tool.name': 'search', 'error.type': 'tool_error' } },
    ])
  })

  it('is nothing for a plan, which takes as long as the call below it', () => {
    expect(measurementsOf(span('plan', { 'gen_ai.agent.name': 'waves' }))).toEqual([])
  })
})

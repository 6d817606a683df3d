import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionOf } from '../../test/support/session-logs.ts'
import { fits, type Part, parseFilter } from './step-filter.ts'

const { steps } = sessionOf([
  {
    path: 'think#1',
    data: { model: 'test/large', costUsd: 0.02, ms: 900, usage: { inputTokens: 900, outputTokens: 20 } },
    result: { parts: [{ type: 'text', text: 'Paris is warm.' }] },
  },
  {
    path: 'act#1[0]',
    kind: 'tool',
    request: { tool: 'web.search', input: {} },
    result: { text: 'no results', error: true },
    data: { ms: 40 },
  },
  {
    path: 'act#2[0]',
    kind: 'tool',
    request: { tool: 'math.calculate', input: {} },
    result: { text: '116' },
    data: { made: false },
  },
])

const found = (filter: string) => steps.filter((step) => fits(step, parseFilter(filter).parts)).map(({ path }) => path)

describe('a filter', () => {
  it('finds by field, figure, state and text', () => {
    expect(found('tool:web')).toEqual(['act#1[0]'])
    expect(found('cost>0.01')).toEqual(['think#1'])
    expect(found('ms<50 kind:tool')).toEqual(['act#1[0]'])
    expect(found('failed')).toEqual(['act#1[0]'])
    expect(found('not-made')).toEqual(['act#2[0]'])
    expect(found('"is warm"')).toEqual(['think#1'])
    expect(found('PARIS')).toEqual(['think#1'])
  })

  it('is turned round by a minus', () => {
    expect(found('-kind:tool')).toEqual(['think#1'])
    expect(found('-failed -not-made')).toEqual(['think#1'])
  })

  it('says what cannot be read', () => {
    expect(parseFilter('tool:web cots>1').fault).toEqual({
      at: 9,
      message:
        '`cots` is no field. Fields: tool, kind, model, role, path, name, ms, cost, in, out, cached, tokens, attempts.',
    })
    expect(parseFilter('ms>soon').fault?.message).toBe('`ms` is compared with a number: `ms>100`.')
    expect(parseFilter('tool>web').fault?.message).toBe('`tool` is a text: write `tool:web`.')
    expect(parseFilter('tool:').fault?.message).toBe('After `tool:` a word is missing.')
    expect(parseFilter('"open').fault?.message).toBe('A quotation mark is never closed.')
  })

  it('never fails, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { parts } = parseFilter(text)
        expect(steps.filter((step) => fits(step, parts)).length).toBeLessThanOrEqual(steps.length)
      }),
    )
  })

  it('reads every part as it is written', () => {
    const text = fc.stringMatching(/^[a-z0-9 .]+$/).filter((each) => each.trim() !== '')
    const part = fc.oneof(
      fc.record({ is: fc.constant('text' as const), not: fc.boolean(), text }),
      fc.record({
        is: fc.constant('field' as const),
        not: fc.boolean(),
        field: fc.constantFrom('tool' as const, 'model' as const),
        text,
      }),
      fc.record({
        is: fc.constant('number' as const),
        not: fc.boolean(),
        field: fc.constantFrom('ms' as const, 'cost' as const),
        than: fc.constantFrom('>' as const, '<=' as const),
        value: fc.nat(),
      }),
      fc.record({
        is: fc.constant('state' as const),
        not: fc.boolean(),
        state: fc.constantFrom('failed' as const, 'retried' as const),
      }),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(parseFilter(parts.map(written).join(' '))).toEqual({ parts, fault: null })
      }),
    )
  })
})

function written(part: Part): string {
  const minus = part.not ? '-' : ''
  if (part.is === 'state') return `${minus}${part.state}`
  if (part.is === 'number') return `${minus}${part.field}${part.than}${part.value}`
  return part.is === 'field' ? `${minus}${part.field}:"${part.text}"` : `${minus}"${part.text}"`
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Json, JsonObject } from '../json.ts'
import { assistant, toolCallsOf } from '../messages.ts'
import type { ToolSpec } from '../ports/model.ts'
import { answerAfter } from './final-answer.ts'
import { fitSchema } from './fit.ts'
import type { Parsed } from './grammar.ts'
import { maxDepth } from './json-reader.ts'
import { parseJsonText } from './json-text.ts'
import { unquoted } from './quoted-text.ts'
import { reactGrammar } from './react-grammar.ts'
import { parseReactReply } from './react-reply.ts'
import { findMarker, stripFences, stripThinking } from './reply-text.ts'

const tools: readonly ToolSpec[] = [
  {
    name: 'search',
    description: '',
    input: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
  },
  { name: 'clock', description: '', input: { type: 'object', properties: {} } },
]

const nasty = fc.constantFrom(
  ...[
    '<think>',
    '</think>',
    '```',
    '\n```\n',
    '```json\n',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '“',
    '\\',
    '\\"',
    '//',
    '/*',
    '#',
    ',',
  ],
  ...[
    ':',
    '\n',
    '\r',
    '\u2028',
    '\u0000',
    '\ud800',
    '__proto__',
    'Thought:',
    '\nAction: search\n',
    '\nAction Input: ',
    'x',
  ],
  ...[
    '\nObservation: ',
    '\nFINAL_ANSWER: ',
    '**Final Answer:**',
    '<tool_call>',
    '</tool_call>',
    '<|im_end|>',
    'null',
    '1e5',
    '-',
  ],
  ...[
    '<|channel|>final<|message|>',
    '<｜tool▁call▁begin｜>',
    '<function=search>',
    '<parameter=q>',
    '</parameter>',
    '\n> ',
  ],
  ...[
    '{"name":"search","arguments":',
    '{"q":"cats"}',
    ' ',
    'Action: none\n',
    'search("x")',
    'True',
    '.',
    '=',
    '&',
    '🙂',
  ],
)
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof({ weight: 4, arbitrary: nasty }, { weight: 1, arbitrary: fc.string() }), { maxLength: 24 })
    .map((parts) => parts.join('')),
)
const nastyText = fc.array(fc.oneof(nasty, fc.string()), { maxLength: 4 }).map((parts) => parts.join(''))

const anyKey = fc.oneof({ weight: 9, arbitrary: nastyText }, { weight: 1, arbitrary: fc.constant('__proto__') })

const { value: anyJson } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      nastyText,
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyKey, tie('value'), { maxKeys: 4 }),
  ),
}))
const anyContainer = anyJson.filter(
  (value): value is JsonObject | Json[] => typeof value === 'object' && value !== null,
)
const anyObject = fc.dictionary(anyKey, anyJson, { maxKeys: 4 })
const prose = fc.stringMatching(/^[a-zA-Z ,.!?\n]{0,40}$/)

/**
 * What JSON can say of a value: -0 is 0, and prototypes are plain. Not by `JSON.parse`, for that of V8 13.6 reads the
 * key `"\\r"` as a backslash when it has seen an object of this shape with that key.
 */
function plain(value: Json | undefined): unknown {
  if (typeof value === 'number') return value === 0 ? 0 : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  const object = {}
  for (const [key, inner] of Object.entries(value)) {
    Object.defineProperty(object, key, { value: plain(inner), enumerable: true, configurable: true, writable: true })
  }
  return object
}

describe('any text', () => {
  it('is read by every parser without throwing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(typeof stripThinking(text)).toBe('string')
        expect(typeof stripFences(text)).toBe('string')
        expect(typeof answerAfter(text).answer).toBe('string')
        const marker = findMarker(text, ['FINAL_ANSWER', 'VERIFIED'])
        if (marker) expect(marker.valueStart).toBeGreaterThan(marker.start)
      }),
      { numRuns: 1000 },
    )
  })

  it('is plain JSON of bounded depth, or a fault that says something', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseJsonText(text)
        if (parsed.ok) expect(isPlain(parsed.value, 0)).toBe(true)
        else expect(parsed.fault).not.toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  it('is an answer, calls or a fault, and shows no line of protocol', () => {
    const protocolLine = /^[ \t]*(?:Thought|Action|Action Input|Observation)[ \t]*[:：]/im
    const call = /^[ \t]*(?:Action Input[ \t]*[:：]|Action[ \t]*[:：][ \t]*(?:search|clock)[ \t]*$)/im
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = reactGrammar.parse(text, tools)
        // Behind its marker an answer may be a report.
        expect(unquoted(shownOf(parsed))).not.toMatch(parsed.kind === 'answer' ? call : protocolLine)
        if (parsed.kind === 'answer') expect(parsed.text).not.toBe('')
        if (parsed.kind === 'calls') expect(parsed.calls.some((call) => call.fault === undefined)).toBe(true)
        if (parsed.kind === 'fault') expect(parsed.fault).not.toBe('')
      }),
      { numRuns: 3000, examples: [['\nFINAL_ANSWER: ```json\nAction: none\n<|channel|>final<|message|>']] },
    )
  })
})

describe('a result that is made up', () => {
  it('is never read, nor what rests on it', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, isTaught) => {
        const invented = text.replace(/<\/?\s*(?:think|reason)/gi, '')
        const reply = `Action: search\nAction Input: {"q":"x"}\nObservation: LOKI ${invented}`
        expect(JSON.stringify(parseReactReply(reply, tools, isTaught))).not.toContain('LOKI')
      }),
      { numRuns: 500 },
    )
  })
})

function shownOf(parsed: Parsed): string {
  if (parsed.kind === 'answer') return parsed.text
  return parsed.kind === 'calls' ? parsed.thought : parsed.salvage
}

function isPlain(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth > maxDepth) return false
  const prototype = Array.isArray(value) ? Array.prototype : Object.prototype
  return Object.getPrototypeOf(value) === prototype && Object.values(value).every((inner) => isPlain(inner, depth + 1))
}

describe('valid JSON', () => {
  it('reads as it was written, and needs no repair', () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(parseJsonText(text)).toEqual({ ok: true, value: plain(value), repaired: false, cut: 'nothing' })
      }),
      { numRuns: 1000 },
    )
  })

  it('reads the same in fences and behind thinking', () => {
    fc.assert(
      fc.property(anyJson, prose, fc.constantFrom(0, 2), (value, thought, indent) => {
        const text = JSON.stringify(value, null, indent)
        for (const dressed of [
          `\`\`\`json\n${text}\n\`\`\``,
          `<think>${thought}</think>${text}`,
          `<think>${thought}</think>\n\`\`\`\n${text}\n\`\`\``,
        ]) {
          expect(parseJsonText(dressed)).toMatchObject({ ok: true, value: plain(value) })
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('reads the same with prose around it, if it is an object or array', () => {
    fc.assert(
      fc.property(anyContainer, prose, prose, (value, before, after) => {
        const text = `${before} ${JSON.stringify(value)} ${after}`
        expect(parseJsonText(text)).toMatchObject({ ok: true, value: plain(value), repaired: false })
      }),
      { numRuns: 1000 },
    )
  })

  it('is, when cut anywhere, a beginning of itself or a fault', () => {
    fc.assert(
      fc.property(anyContainer, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        for (let end = 0; end < text.length; end++) {
          const parsed = parseJsonText(text.slice(0, end))
          if (parsed.ok && !isBeginning(parsed.value, plain(value)))
            expect([text.slice(0, end), parsed.value]).toEqual('a beginning')
        }
      }),
      { numRuns: 100 },
    )
  })
})

/** A cut number may be any: `12` of `125`. */
function isBeginning(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part)
  if (typeof part === 'number') return typeof whole === 'number'
  if (typeof part !== 'object' || part === null) return part === whole
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole)) return false
  return Object.keys(part).every((key) => {
    return Object.hasOwn(whole, key) && isBeginning(Reflect.get(part, key), Reflect.get(whole, key))
  })
}

describe('fitSchema', () => {
  const schemas = [
    z.object({ a: z.number(), b: z.array(z.string()).optional() }),
    z.array(z.strictObject({ id: z.int(), kind: z.enum(['x', 'y']) })),
    z.union([z.number(), z.object({ k: z.string() }), z.boolean()]),
    z.discriminatedUnion('t', [z.object({ t: z.literal('a') }), z.object({ t: z.literal('b'), n: z.number() })]),
    z.record(z.string(), z.number()),
    z.tuple([z.string(), z.number()]),
  ]

  it('fits or names its faults, for any value, and leaves the value as it was', () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom(...schemas), (value, schema) => {
        const before = JSON.stringify(value)
        const fit = fitSchema<unknown>(schema, value)
        if (fit.ok) expect(schema.safeParse(fit.value).success).toBe(true)
        else expect(fit.faults.length).toBeGreaterThan(0)
        expect(JSON.stringify(value)).toBe(before)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a rendered message with calls', () => {
  const anyCall = fc.record({ tool: fc.stringMatching(/^[a-z][a-z0-9_.-]{0,12}$/), input: anyObject })

  it('parses back to the same calls', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { minLength: 1, maxLength: 4 }), nastyText, (calls, thought) => {
        const known = calls.map(({ tool }) => ({ name: tool, description: '', input: {} }))
        const parts = calls.map((call, index) => ({ type: 'tool-call', id: `${index}`, ...call }) as const)
        const message = assistant([{ type: 'text', text: thought }, ...parts])
        const [said] = reactGrammar.render(message).parts
        const parsed = reactGrammar.parse(said?.type === 'text' ? said.text : '', known)
        const expected = toolCallsOf(message).map(({ tool, input }) => ({ tool, input: plain(input) }))
        expect(parsed).toMatchObject({ kind: 'calls' })
        expect(parsed.kind === 'calls' && parsed.calls).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})

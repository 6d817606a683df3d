/** Calls and their results where they are written as text: in the ReAct protocol, or in that of self-ask. */
import { type Json, reactGrammar } from '@gyre/core'
import { parseObject } from './json-object.ts'

export type WrittenCall = { readonly id: string; readonly tool: string; readonly input: Json }

export function writtenCalls(text: string): readonly WrittenCall[] {
  if (/^(?:Follow up|Tool):/m.test(text)) return askedCalls(text)
  const parsed = /^Action:/m.test(text) ? reactGrammar.parse(text, []) : undefined
  return parsed?.kind === 'calls' ? parsed.calls.map(({ tool, input }) => ({ id: '', tool, input })) : []
}

const asked = /^Follow up:[ \t]*(.+)$|^Tool:[ \t]*(\S+)[ \t]*\nTool Input:[ \t]*(\{.*\})[ \t]*$/gm

function askedCalls(text: string): readonly WrittenCall[] {
  return [...text.matchAll(asked)].map(([, question = '', tool, input]) => {
    if (tool === undefined) return { id: '', tool: 'follow_up', input: { question: question.trim() } }
    return { id: '', tool, input: parseObject(input) ?? {} }
  })
}

export type WrittenObservation = { readonly tool: string | undefined; readonly text: string; readonly isError: boolean }

export function isObservation(said: string): boolean {
  return said.startsWith('Observation:') || said.startsWith('Intermediate answer:')
}

/** `Observation: [tool] text`, or `[tool failed]`; one message may hold several. */
export function observationsIn(said: string): readonly WrittenObservation[] {
  const parts = said.split(/^(?:Observation|Intermediate answer):\s*/m).filter((text) => text.trim() !== '')
  return parts.map((written) => {
    const [, head = '', text = written] = /^\[(\S+(?: failed)?)\]\s*([\s\S]*)$/.exec(written) ?? []
    const [name = '', failed] = head.split(' ')
    const isError = failed !== undefined || name === 'failed'
    const tool = name === '' || name === 'failed' ? undefined : name
    return { tool, text: withoutFence(text.trim()), isError }
  })
}

/** What stands between the lines that mark a text as one from outside. */
export function withoutFence(text: string): string {
  return /^<untrusted from="[^"]*">\n(?:\[Warning: .*\]\n)?([\s\S]*)\n<\/untrusted>$/.exec(text)?.[1] ?? text
}

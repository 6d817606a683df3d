/** Putting a session's question to the person at the terminal. */
import type { Json, Question } from '@gyre/core'
import { oneLine } from '../terminal/one-line.ts'
import type { Wish } from './session-show.ts'

/** A line from the person; undefined when they give none. */
export type AskLine = (prompt: string, prefill?: string) => Promise<string | undefined>

/** The question as lines to read before it is answered. */
export function questionLines({ question, choices, data, kind }: Question): readonly string[] {
  const asked = oneLine(question)
  const input = visibleJson(data?.['input'] ?? {})
  const isTold = data?.['tool'] === undefined || asked.includes(input)
  const call = isTold ? [] : [`    ${oneLine(String(data['tool']))} ${input}`]
  const isDecision = kind === 'approval' || kind === 'fork'
  const listed = isDecision ? [] : (choices ?? []).map((choice, at) => `    ${at + 1}  ${oneLine(choice)}`)
  return [`? ${asked}`, ...call, ...listed]
}

/** The whole of it, and nothing in it unseen: what a terminal obeys or does not show is written as `\u202e`. */
function visibleJson(value: Json): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (unseen) =>
    unseen
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** What the person answers, as an intervention; undefined when they want to leave it open. */
export async function askPerson(question: Question, askLine: AskLine): Promise<Wish | undefined> {
  const { kind } = question
  return kind === 'approval' || kind === 'fork' ? askApproval(question, askLine) : askAnswer(question, askLine)
}

async function askAnswer({ path, choices }: Question, askLine: AskLine): Promise<Wish | undefined> {
  for (;;) {
    const line = await askLine(choices ? `answer (1-${choices.length}):` : 'answer:')
    if (line === undefined) return undefined
    const text = choices ? chosen(choices, line.trim()) : line
    if (text !== undefined && text.trim() !== '') return { action: 'answer', body: { text, question: path } }
  }
}

/** A choice by its number, its text, or the beginning of it. */
export function chosen(choices: readonly string[], line: string): string | undefined {
  if (choices.includes(line)) return line
  const byNumber = /^\d+$/.test(line) ? choices[Number(line) - 1] : undefined
  if (byNumber !== undefined || line === '') return byNumber
  const begun = choices.filter((choice) => choice.toLowerCase().startsWith(line.toLowerCase()))
  return begun.length === 1 ? begun[0] : undefined
}

async function askApproval({ path, data }: Question, askLine: AskLine): Promise<Wish | undefined> {
  for (;;) {
    const line = await askLine('[y]es, [n]o, [e]dit the arguments:')
    if (line === undefined) return undefined
    const decision = decisions[line.trim().toLowerCase()]
    if (decision === 'approve') return { action: 'approve', body: { question: path } }
    if (decision === 'reject') return rejection(path, await askLine('why (may be empty):'))
    const input = decision && (await askArguments(data?.['input'] ?? {}, askLine))
    if (input !== undefined) return { action: 'approve', body: { question: path, input } }
  }
}

const decisions: Readonly<Record<string, 'approve' | 'reject' | 'edit'>> = {
  y: 'approve',
  yes: 'approve',
  approve: 'approve',
  n: 'reject',
  no: 'reject',
  reject: 'reject',
  e: 'edit',
  edit: 'edit',
}

function rejection(path: string, reason: string | undefined): Wish {
  return { action: 'reject', body: { question: path, ...(reason?.trim() && { reason: reason.trim() }) } }
}

async function askArguments(before: Json, askLine: AskLine): Promise<Json | undefined> {
  let text: string | undefined = JSON.stringify(before)
  for (;;) {
    text = await askLine('arguments:', text)
    if (text === undefined) return undefined
    try {
      return JSON.parse(text) as Json
    } catch {
      // They see what they typed again, and can mend it.
    }
  }
}

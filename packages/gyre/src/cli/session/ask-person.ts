/** Putting a session's question to the person at the terminal. */
import type { Json, JsonObject, Question } from '@gyre/core'
import { oneLine } from '../terminal/one-line.ts'
import { visibleJson } from '../terminal/visible-text.ts'
import type { Wish } from './session-show.ts'

/** A line from the person; undefined when they give none. */
export type AskLine = (prompt: string, prefill?: string) => Promise<string | undefined>

/** Whether it is for leave to do something, and not for an answer. */
export function isApproval({ kind }: Question): boolean {
  return kind === 'approval' || kind === 'fork'
}

/** Whether a loop asks for agreement, to a plan for example: `approve` and `reject` answer that, too. */
export function isYesOrNo({ kind, choices }: Question): boolean {
  return kind === 'question' && choices?.length === 2 && choices.includes('yes') && choices.includes('no')
}

/** The question as lines to read before it is answered. */
export function questionLines(asking: Question): readonly string[] {
  const { question, choices, data } = asking
  const asked = data?.['tool'] === undefined ? askedLines(question) : callLines(question, data)
  const listed = isApproval(asking) ? [] : (choices ?? []).map((choice, at) => `    ${at + 1}  ${oneLine(choice)}`)
  return [...asked, ...listed]
}

/** So many lines of a question are shown as such; the rest stands in the last one. */
const mostLines = 40

/** A question of several lines, as a plan that is to be agreed to: nothing in it can be taken for a choice or a command. */
function askedLines(question: string): readonly string[] {
  const lines = question.split('\n').filter((line) => line.trim() !== '')
  const [first = '', ...more] = lines.slice(0, mostLines - 1)
  const rest = lines.slice(mostLines - 1).join(' ')
  return [`? ${oneLine(first)}`, ...[...more, ...(rest === '' ? [] : [rest])].map((line) => `  | ${oneLine(line)}`)]
}

/** The arguments once and whole: where the question has them, or the beginning of them, else below it. */
function callLines(question: string, { tool, input = {} }: JsonObject): readonly string[] {
  const json = JSON.stringify(input)
  const whole = visibleJson(input)
  const at = question.indexOf(json.slice(0, surelyArguments))
  const told = at < 0 ? 0 : sameLength(question.slice(at), json)
  const after = question.slice(at + told)
  if (told === json.length || (told > 0 && after.startsWith('…'))) {
    // The spaces beside the arguments stay.
    const [head, tail] = [oneLine(`${question.slice(0, at)}|`), oneLine(`|${after.replace(/^…/, '')}`)]
    return [`? ${head.slice(0, -1)}${whole}${tail.slice(1)}`]
  }
  return [`? ${oneLine(question)}`, `    ${oneLine(String(tool))} ${whole}`]
}

/** A question that has this much of the arguments is about them. */
const surelyArguments = 200

/** How many characters two texts begin with alike. */
function sameLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/**
 * What the person answers, as an intervention; undefined when they want to leave it open. Arguments they typed before,
 * which were refused, can be mended.
 */
export async function askPerson(question: Question, askLine: AskLine, typed?: Json): Promise<Wish | undefined> {
  return isApproval(question) ? askApproval(question, askLine, typed) : askAnswer(question, askLine)
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

async function askApproval({ path, data }: Question, askLine: AskLine, typed?: Json): Promise<Wish | undefined> {
  for (;;) {
    const line = await askLine('[y]es, [n]o, [e]dit the arguments:')
    if (line === undefined) return undefined
    const decision = decisions[line.trim().toLowerCase()]
    if (decision === 'approve') return { action: 'approve', body: { question: path } }
    if (decision === 'reject') return rejection(path, await askLine('why (may be empty):'))
    const input = decision && (await askArguments(typed ?? data?.['input'] ?? {}, askLine))
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
  let text: string | undefined = visibleJson(before)
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

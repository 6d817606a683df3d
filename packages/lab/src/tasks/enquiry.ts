/** A question of one part of a task: what is true, what somebody says who errs, and the call that finds it out. */
import type { PlannedCall } from '@gyre/models/demo'
import { readSum, resultOf, spoiltSum, sumText, wrongResult } from '../world/arithmetic.ts'
import {
  otherRelation,
  readFact,
  readFactQuery,
  registerTool,
  relativeOf,
  somebodyElse,
  spoiltQuery,
} from '../world/facts.ts'
import { numberFor, readSlot, wrongNumber } from '../world/slots.ts'
import { isWalledUp, nextWord, openGate, walledGate, wordBehind } from '../world/vault.ts'

export type Enquiry = {
  readonly kind: 'sum' | 'fact' | 'slot' | 'gate' | 'door'
  readonly value: string
  /** Another value, never the true one: of several, the one that a share from 0 to 1 picks. */
  wrong(share: number, wrongAnswers: number): string
  /** Undefined when no tool finds it out. */
  readonly call?: PlannedCall
  /** The same by another tool, where there is one. */
  readonly otherCall?: PlannedCall
  /** What a result says; undefined when it says nothing. */
  read(result: string): string | undefined
}

export function readEnquiry(question: string): Enquiry | undefined {
  return (
    readGate(question) ??
    readDoor(question) ??
    readFactEnquiry(question) ??
    readSlotEnquiry(question) ??
    readSumEnquiry(question)
  )
}

function readSumEnquiry(question: string): Enquiry | undefined {
  const sum = readSum(question)
  if (!sum) return undefined
  const result = resultOf(sum)
  return {
    kind: 'sum',
    value: `${result}`,
    wrong: (share, wrongAnswers) => `${wrongResult(result, share, wrongAnswers)}`,
    call: { tool: 'calculate', input: { expression: sumText(sum) } },
    read: (text) => /^-?\d+$/.exec(text.trim())?.[0],
  }
}

function readFactEnquiry(question: string): Enquiry | undefined {
  const query = readFactQuery(question)
  const value = query && relativeOf(query.relation, query.name)
  if (value === undefined) return undefined
  return {
    kind: 'fact',
    value,
    wrong: (share) => somebodyElse(value, share),
    call: { tool: 'search', input: { query: `${query?.relation} of ${query?.name}` } },
    otherCall: { tool: registerTool, input: { relation: query?.relation ?? '', name: query?.name ?? '' } },
    read: (text) => readFact(text)?.value,
  }
}

function readSlotEnquiry(question: string): Enquiry | undefined {
  const slot = readSlot(question)
  if (!slot) return undefined
  const right = numberFor(slot)
  return { kind: 'slot', value: `${right}`, wrong: (share) => `${wrongNumber(right, share)}`, read: () => undefined }
}

const gateAsked = /behind the (\w+) gate of vault (\d+)/

function readGate(question: string): Enquiry | undefined {
  const [, gate, number] = gateAsked.exec(question) ?? []
  if (gate === undefined || number === undefined) return undefined
  const vault = Number(number)
  const word = wordBehind(vault)
  return {
    kind: 'gate',
    value: gate === openGate(vault) ? word : somebodyElse(word, 0),
    wrong: (share) => somebodyElse(word, share),
    call: { tool: 'try_gate', input: { vault, gate } },
    read: (text) => (isWalledUp(text) ? undefined : / it says: (.+)$/.exec(text)?.[1]),
  }
}

const doorAsked = /the door answer to ([A-Z][a-z]+ [A-Z][a-z]+)/

function readDoor(question: string): Enquiry | undefined {
  const [, word] = doorAsked.exec(question) ?? []
  const value = word === undefined ? undefined : nextWord(word)
  if (word === undefined || value === undefined) return undefined
  return {
    kind: 'door',
    value,
    wrong: (share) => somebodyElse(value, share),
    call: { tool: 'open_door', input: { word } },
    read: (text) => / answers: (.+)$/.exec(text)?.[1],
  }
}

/** The call that finds it out with the tools there are. */
export function callOf({ call, otherCall }: Enquiry, isOffered: (tool: string) => boolean): PlannedCall | undefined {
  return [call, otherCall].find((each) => each !== undefined && isOffered(each.tool))
}

export type Spoiling = { readonly share: number; readonly wrongAnswers: number }

/** A call that was not well thought through: a wrong number, a name that nobody has, another relation, a gate that is walled up. */
export function spoiltCall({ tool, input }: PlannedCall, { share, wrongAnswers }: Spoiling): PlannedCall {
  const { expression, query, vault, word, relation } = input
  if (typeof expression === 'string') return { tool, input: { expression: spoiltSum(expression, share, wrongAnswers) } }
  if (typeof query === 'string') return { tool, input: { query: spoiltQuery(query, share) } }
  if (typeof relation === 'string') return { tool, input: { ...input, relation: otherRelation(relation, share) } }
  if (typeof vault === 'number') return { tool, input: { vault, gate: walledGate(vault, share) } }
  return { tool, input: { word: somebodyElse(String(word), share) } }
}

/** A server asks a person: a form, field by field, or an address to open. */
import type { AskOptions, JsonObject } from '@gyre/core'
import type * as Sdk from '@modelcontextprotocol/client'
import { isWebAddress } from '../config/servers-config.ts'
import { type FieldValue, type FormField, formField } from './form-field.ts'
import { shownToPerson } from './question-text.ts'

/** Answers that are none: no field can mean them by accident. */
const words = { decline: '/decline', cancel: '/cancel', skip: '/skip', accept: '/accept', done: '/done' } as const

/** Somebody who still gives no fitting answer does not want to. */
const mostTries = 5

export type Asking = {
  /** Who asks, for the person to know. */
  readonly server: string
  /** Aborts when the server does not want to know any more. */
  readonly signal: AbortSignal
  ask(question: string, options: AskOptions): Promise<string>
}

export async function elicit(params: Sdk.ElicitRequestParams, asking: Asking): Promise<Sdk.ElicitResult> {
  if (asking.signal.aborted) return { action: 'cancel' }
  return params.mode === 'url' ? elicitVisit(params, asking) : elicitForm(params, asking)
}

async function elicitVisit({ url, message }: Sdk.ElicitRequestURLParams, asking: Asking): Promise<Sdk.ElicitResult> {
  // Anything else could start a program.
  if (!isWebAddress(url)) return { action: 'decline' }
  const question = `${introduction(asking, message)}\nOpen ${shownToPerson(url)} (at ${new URL(url).host}) and come back.`
  const answer = await asking.ask(question, { label, choices: [words.done, words.decline, words.cancel] })
  return { action: answer === words.done ? 'accept' : refusalOf(answer) }
}

async function elicitForm(params: Sdk.ElicitRequestFormParams, asking: Asking): Promise<Sdk.ElicitResult> {
  const { properties, required = [] } = params.requestedSchema
  const fields = Object.entries(properties).map(([key, schema]) =>
    formField(key, schema as JsonObject, required.includes(key)),
  )
  const opening = introduction(asking, params.message)
  if (fields.length === 0) return confirm(opening, asking)
  const content: Record<string, FieldValue> = {}
  for (const [index, field] of fields.entries()) {
    const answered = await fill(field, index === 0 ? opening : `The server \`${asking.server}\` also asks:`, asking)
    if ('action' in answered) return answered
    if (answered.value !== undefined) content[field.key] = answered.value
    if (asking.signal.aborted) return { action: 'cancel' }
  }
  return { action: 'accept', content: content as NonNullable<Sdk.ElicitResult['content']> }
}

async function confirm(opening: string, asking: Asking): Promise<Sdk.ElicitResult> {
  const answer = await asking.ask(opening, { label, choices: [words.accept, words.decline, words.cancel] })
  return answer === words.accept ? { action: 'accept', content: {} } : { action: refusalOf(answer) }
}

type Refused = { readonly action: 'decline' | 'cancel' }

type Filled = { readonly value: FieldValue | undefined }

/** Asks for one field until the answer fits. */
async function fill(field: FormField, opening: string, asking: Asking): Promise<Refused | Filled> {
  const ways = waysOut(field)
  const choices = field.choices && [...field.choices, ...ways]
  let asked = `${field.question}${choices ? '' : `\n(Or ${ways.join(', ')}.)`}`
  for (let tries = 0; tries < mostTries; tries++) {
    const answer = await asking.ask(`${opening}\n${asked}`, { label, ...(choices && { choices }) })
    const read = readAnswer(field, ways, answer)
    if (typeof read !== 'string') return read
    asked = `That does not fit: ${read}.\n${field.question}`
  }
  return { action: 'cancel' }
}

/** A field may be left out when the server has no need of it, or a value of its own. */
function waysOut({ isRequired, fallback }: FormField): readonly string[] {
  const canSkip = !isRequired || fallback !== undefined
  return [...(canSkip ? [words.skip] : []), words.decline, words.cancel]
}

/** What an answer says; a text says why it does not fit. */
function readAnswer(field: FormField, ways: readonly string[], answer: string): Refused | Filled | string {
  if (answer === words.decline || answer === words.cancel) return { action: refusalOf(answer) }
  if (answer === words.skip && ways.includes(answer)) return { value: field.fallback }
  const reading = field.read(answer)
  return reading.ok ? reading : reading.why
}

/** The label of every question's step. */
const label = 'elicit'

function introduction({ server }: Asking, message: string): string {
  return `The server \`${server}\` asks: ${shownToPerson(message)}`
}

function refusalOf(answer: string): 'decline' | 'cancel' {
  return answer === words.decline ? 'decline' : 'cancel'
}

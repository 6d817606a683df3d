/** `generateObject`: ask a model for a value of a shape. Parse, repair, ask again with the faults, fall back. */
import { z } from 'zod'
import { GyreError } from '../errors.ts'
import type { Json, JsonSchema } from '../json.ts'
import { type Message, user } from '../messages.ts'
import { fitSchema } from '../parsing/fit.ts'
import { parseJsonText } from '../parsing/json-text.ts'
import { stripThinking } from '../parsing/reply-text.ts'
import { StreamedEntries } from '../parsing/streamed-entries.ts'
import type { GenerateObjectOptions, Reply } from './context.ts'
import { askModel } from './generate.ts'
import type { ModelAsk } from './model-request.ts'
import { Unfit } from './overrides.ts'
import { personsReply } from './reply-record.ts'
import type { Scope } from './scope.ts'

type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly string[] }

export async function generateObject<T>(
  scope: Scope,
  schema: z.ZodType<T>,
  messages: readonly Message[],
  options: GenerateObjectOptions<T> = {},
): Promise<T> {
  const {
    label = 'generateObject',
    name = 'value',
    repairs = 2,
    fallback,
    check,
    read: readOther,
    onEntry,
    role,
    turn,
    ...sampling
  } = options
  const path = scope.next(label)
  const output = { name, schema: z.toJSONSchema(schema, { io: 'input' }) as JsonSchema }
  const read = (said: Said) => readValue(said, { schema, check, readOther })
  const byPerson = (result: Json) => personsValue(result, read)
  const onText = onEntry && entriesOf(scope, onEntry)
  const ask: ModelAsk = { ...sampling, ...(role && { role }), output, byPerson, ...(onText && { onText }) }

  const below = scope.below(path)
  let reply = await askModel(scope, path, messages, turn ? { ...ask, turn } : ask)
  let reading = read(reply)
  for (let repair = 1; !reading.ok && repair <= repairs; repair++) {
    const again = [...messages, reply.message, user(faultPrompt(reading.faults))]
    reply = await askModel(scope, below.next('repair'), again, ask)
    reading = read(reply)
  }
  if (reading.ok) return reading.value
  if (fallback) return fallback(reading.faults)
  throw new GyreError('output-invalid', `No readable \`${name}\` came: ${reading.faults.join('; ')}`, {
    faults: reading.faults,
  })
}

/** Reads the entries out of a reply that streams. Loops see no secrets, not even early. */
function entriesOf({ session }: Scope, { of, take }: NonNullable<GenerateObjectOptions<never>['onEntry']>) {
  let entries = new StreamedEntries(of)
  return (piece: string | undefined) => {
    if (piece === undefined) entries = new StreamedEntries(of)
    else for (const entry of entries.read(piece)) take(session.redact.json(entry))
  }
}

type Form<T> = {
  readonly schema: z.ZodType<T>
  readonly check: GenerateObjectOptions<T>['check']
  readonly readOther: GenerateObjectOptions<T>['read']
}

type Said = Pick<Reply, 'text' | 'finish'>

const cutOff = 'the reply was cut off before its end: make it shorter'

/**
 * The value in a reply. Of one that was cut off, only JSON that was complete before is taken: half a value may say
 * something else than the whole, and half a list looks like a whole one.
 */
function readValue<T>({ text, finish }: Said, { schema, check, readOther }: Form<T>): Reading<T> {
  const inJson = readJsonValue(text, schema, finish === 'length')
  const other = inJson.ok || finish === 'length' ? undefined : readOther?.(stripThinking(text))
  const fitted: Reading<T> = other === undefined ? inJson : fitSchema(schema, other as Json)
  if (!fitted.ok) return finish === 'length' ? { ok: false, faults: [cutOff] } : fitted
  const faults = check?.(fitted.value) ?? []
  return faults.length === 0 ? fitted : { ok: false, faults }
}

/** Brackets that a model forgot to close take nothing from a value; where it was cut off, what they would hold is gone. */
function readJsonValue<T>(text: string, schema: z.ZodType<T>, isCutOff: boolean): Reading<T> {
  const parsed = parseJsonText(text)
  if (!parsed.ok) return { ok: false, faults: [parsed.fault] }
  const isCut = parsed.cut === 'value' || (isCutOff && parsed.cut === 'closers')
  return isCut ? { ok: false, faults: [cutOff] } : fitSchema(schema, parsed.value)
}

/** A person gives the value: as such, or in the words a model would use. */
function personsValue(result: Json, read: (said: Said) => Reading<unknown>): Json | Unfit {
  const readAll = (text: string) => read({ text, finish: 'stop' })
  const said = typeof result === 'string' && readAll(result).ok ? result : JSON.stringify(result)
  const reading = readAll(said)
  return reading.ok ? personsReply(said, undefined) : new Unfit(`result-invalid: ${reading.faults.join('; ')}`)
}

function faultPrompt(faults: readonly string[]): string {
  return `That cannot be used:\n${faults.map((fault) => `- ${fault}`).join('\n')}\nReply with the corrected JSON and nothing else.`
}

/**
 * Prompts as they grow.
 *
 * A prompt is stored as the prompt before it and the messages appended since; a message that a step
 * made is stored as that step's path. So a journal grows with what is new, not with what is repeated.
 *
 * Which prompt came before must be the same on every replay, so it is looked for only among prompts
 * of the same line, or those of the lines around it from before it began.
 */
import type { Redactor } from '../audit/redaction.ts'
import type { Json } from '../json.ts'
import { freezeMessage, type Message, sizeOf } from '../messages.ts'

/**
 * The prompts of one scope: of a loop, a branch, a tool. Those inside of a step that holds others are
 * not asked again when that step is recorded, so nobody outside may build on them.
 */
export class PromptLine {
  readonly #around: PromptLine | undefined
  /** How many prompts the line around had asked when this one began. */
  readonly #bornAt: number
  asked = 0
  last: PromptNode | undefined

  constructor(around?: PromptLine) {
    this.#around = around
    this.#bornAt = around?.asked ?? 0
    this.last = around?.last
  }

  /** Whether a prompt, the turn-th of its line, is known here on every replay. */
  sees({ line, turn }: PromptNode): boolean {
    if (line === this) return true
    let born = this.#bornAt
    for (let at = this.#around; at; at = at.#around) {
      if (at === line) return turn < born
      born = at.#bornAt
    }
    return false
  }
}

/** A prompt that was asked. */
type PromptNode = {
  readonly path: string
  readonly line: PromptLine
  /** How many prompts its line had asked before it. */
  readonly turn: number
  /** What was asked: a copy, for the loop may do with its own array what it likes. */
  readonly messages: readonly Message[]
  readonly characters: number
  /** What was too long and is sent shorter from now on, in this prompt and those that go on from it. */
  standIns: StandIns
}

/** Shorter messages that stand in for others of a prompt, by their place in it. */
export type StandIns = ReadonlyMap<number, Message>

const noStandIns: StandIns = new Map()

export type LoggedPrompt = {
  /** What the journal stores: refs to the prompt before and to steps, messages in full only when nobody made them. */
  readonly parent?: string
  readonly append: readonly Json[]
  readonly node: Pick<PromptNode, 'messages' | 'characters'> & { standIns: StandIns }
}

/** A message that a step of a session made. Which one is a private field: no copy and no JSON carries it. */
class MadeMessage implements Message {
  readonly role: Message['role']
  readonly parts: Message['parts']
  readonly #session: object
  readonly #path: string

  constructor(message: Message, session: object, path: string) {
    this.role = message.role
    this.parts = message.parts
    this.#session = session
    this.#path = path
  }

  static pathOf(message: Message, session: object): string | undefined {
    return #path in message && message.#session === session ? message.#path : undefined
  }
}

/** A message as the result of a step. */
export function madeMessage(message: Message, session: object, path: string): Message {
  return freezeMessage(new MadeMessage(message, session, path))
}

/** The path of the step that made this message in this session. */
export function pathOfMessage(message: Message, session: object): string | undefined {
  return MadeMessage.pathOf(message, session)
}

export class PromptLog {
  readonly #session: object
  readonly #redact: Pick<Redactor, 'json'>
  readonly #nodes = new WeakMap<readonly Message[], PromptNode>()

  constructor(session: object, redact: Pick<Redactor, 'json'>) {
    this.#session = session
    this.#redact = redact
  }

  /** Notes that these messages are asked at this path. Call it before anything is awaited: the order counts. */
  log(messages: readonly Message[], path: string, line: PromptLine): LoggedPrompt {
    const parent = this.#parentOf(messages, line)
    let characters = parent?.characters ?? 0
    const append: Json[] = []
    for (const message of messages.slice(parent?.messages.length ?? 0)) {
      characters += sizeOf(freezeMessage(message))
      append.push(pathOfMessage(message, this.#session) ?? this.#redact.json(message as unknown as Json))
    }
    const node: PromptNode = {
      path,
      line,
      turn: line.asked++,
      messages: messages.slice(),
      characters,
      standIns: parent?.standIns ?? noStandIns,
    }
    this.#nodes.set(messages, node)
    line.last = node
    return parent ? { parent: parent.path, append, node } : { append, node }
  }

  #parentOf(messages: readonly Message[], line: PromptLine): PromptNode | undefined {
    const same = this.#nodes.get(messages)
    if (same && line.sees(same) && isPrefix(same.messages, messages)) return same
    const { last } = line
    return last && isPrefix(last.messages, messages) ? last : undefined
  }
}

/**
 * Whether an array still begins with these very messages, which are frozen. All are looked at, however
 * long the prompt: the model is sent all of them, too, and a loop may have put another in the middle.
 */
function isPrefix(asked: readonly Message[], messages: readonly Message[]): boolean {
  if (messages.length < asked.length) return false
  for (let index = asked.length - 1; index >= 0; index--) if (messages[index] !== asked[index]) return false
  return true
}

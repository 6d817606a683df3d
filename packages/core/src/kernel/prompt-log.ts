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
import { unmarked } from './unmade-call.ts'

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
  /** What was asked: so many messages of a copy that grows with the loop's own array, of which it may do what it likes. */
  readonly copy: Message[]
  readonly length: number
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
  readonly node: Pick<PromptNode, 'copy' | 'length' | 'characters'> & { standIns: StandIns }
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

  /**
   * Notes that these messages are asked at this path. Call it before anything is awaited: the order counts.
   * `goesOn` says that the record of this step is there, and that it goes on from another: then the ends
   * are enough to look at, so that a replay takes time for what is new alone.
   */
  log(messages: readonly Message[], path: string, line: PromptLine, goesOn = false): LoggedPrompt {
    const parent = this.#parentOf(messages, line, goesOn ? hasEnds : hasPrefix)
    const added = messages.slice(parent?.length ?? 0)
    let characters = parent?.characters ?? 0
    const append: Json[] = []
    for (const message of added) {
      characters += sizeOf(freezeMessage(message))
      append.push(pathOfMessage(message, this.#session) ?? this.#redact.json(unmarked(message) as Json))
    }
    const node: PromptNode = {
      path,
      line,
      turn: line.asked++,
      copy: copied(parent, added),
      length: messages.length,
      characters,
      standIns: parent?.standIns ?? noStandIns,
    }
    this.#nodes.set(messages, node)
    line.last = node
    return parent ? { parent: parent.path, append, node } : { append, node }
  }

  #parentOf(messages: readonly Message[], line: PromptLine, beginsWith: typeof hasPrefix): PromptNode | undefined {
    const same = this.#nodes.get(messages)
    if (same && line.sees(same) && beginsWith(messages, same)) return same
    const { last } = line
    return last && beginsWith(messages, last) ? last : undefined
  }
}

/** The copy of the prompt before, grown; one of its own when that has grown another way already. */
function copied(parent: PromptNode | undefined, added: readonly Message[]): Message[] {
  if (!parent) return [...added]
  if (parent.copy.length > parent.length) return [...parent.copy.slice(0, parent.length), ...added]
  for (const message of added) parent.copy.push(message)
  return parent.copy
}

/** Whether an array begins with the very messages of this prompt: all are looked at, for a loop may have put another in the middle. */
function hasPrefix(messages: readonly Message[], { copy, length }: PromptNode): boolean {
  if (messages.length < length) return false
  for (let index = 0; index < length; index++) if (messages[index] !== copy[index]) return false
  return true
}

function hasEnds(messages: readonly Message[], { copy, length }: PromptNode): boolean {
  return messages.length >= length && messages[length - 1] === copy[length - 1] && messages[0] === copy[0]
}

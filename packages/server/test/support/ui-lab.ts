/** A chat of the AI SDK without a page: its transport, its state and its rules for when to send again. */
import { AbstractChat, type ChatInit, type ChatState, type ChatStatus, DefaultChatTransport, type UIMessage } from 'ai'
import type { TestServer } from './test-server.ts'

class PlainState implements ChatState<UIMessage> {
  status: ChatStatus = 'ready'
  error: Error | undefined
  messages: UIMessage[] = []

  pushMessage = (message: UIMessage) => {
    this.messages = [...this.messages, message]
  }

  popMessage = () => {
    this.messages = this.messages.slice(0, -1)
  }

  replaceMessage = (index: number, message: UIMessage) => {
    this.messages = this.messages.with(index, message)
  }

  snapshot = <T>(value: T): T => structuredClone(value)
}

export class PlainChat extends AbstractChat<UIMessage> {
  constructor(init: ChatInit<UIMessage>) {
    super({ ...init, state: new PlainState() })
  }
}

export function transportOf({ url, key }: TestServer, body: object): DefaultChatTransport<UIMessage> {
  return new DefaultChatTransport({ api: `${url}/ui/chat`, headers: { authorization: `Bearer ${key}` }, body })
}

/** Resolves when the chat has nothing left to do. */
export function chatOf(server: TestServer, body: object, init: ChatInit<UIMessage> = {}): PlainChat {
  return new PlainChat({ id: 'my chat', transport: transportOf(server, body), ...init })
}

// biome-ignore lint/suspicious/noExplicitAny: parts of another protocol, read field by field in tests.
export type SeenPart = any

/** The parts of the last message, of a type. */
export function partsOf(chat: PlainChat, type?: string): readonly SeenPart[] {
  const parts: readonly SeenPart[] = chat.messages.at(-1)?.parts ?? []
  return type === undefined ? parts : parts.filter((part) => part.type === type)
}

export function textIn(chat: PlainChat): string {
  return partsOf(chat, 'text')
    .map(({ text }) => text)
    .join('')
}

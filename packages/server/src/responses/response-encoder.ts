/** One response as moments make it: the events of its stream, and the response as it stands. Pure: moments in, events out. */
import type { Json, JsonObject } from '@gyre/core'
import type { Moment, Source } from '../narration/moment.ts'
import type { PageEvent } from '../openai/chat/piece.ts'
import type { OpenaiErrorBody } from '../openai/errors.ts'
import { callId } from '../session/call-ids.ts'
import { EventNumbers } from './event-numbers.ts'
import { OutputItems } from './output-items.ts'
import { type ResponseRef, responseId } from './response-id.ts'
import type { EventBody, ResponseEcho, ResponseEvent, ResponseObject } from './response-wire.ts'

/** What is known of a response before anything happens. */
export type AskedResponse = ResponseRef & {
  /** Seconds since 1970. */
  readonly createdAt: number
  readonly echo: ResponseEcho
}

/** How a response ended. */
export type ResponseEnd = Pick<ResponseObject, 'error' | 'incomplete_details' | 'usage'> & {
  readonly status: Exclude<ResponseObject['status'], 'in_progress'>
  /** What the client is asked, when a person is waited for; empty when none is. */
  readonly question: string
  readonly gyre: JsonObject
}

/** What is told of a moment beside the API, for those who show it. */
export type ExtraOf = (moment: Moment) => PageEvent | undefined

type Encoders = {
  readonly [T in Moment['type']]?: (moment: Extract<Moment, { readonly type: T }>) => readonly EventBody[]
}

export class ResponseEncoder {
  readonly #asked: AskedResponse
  readonly #extraOf: ExtraOf
  readonly #items: OutputItems
  readonly #numbers = new EventNumbers()
  readonly #sources: Source[] = []
  /** Of calls that are being made. */
  readonly #inputs = new Map<string, Json>()
  readonly #encoders: Encoders
  #end: ResponseEnd | undefined

  constructor(asked: AskedResponse, extraOf: ExtraOf = () => undefined) {
    this.#asked = asked
    this.#extraOf = extraOf
    const items = new OutputItems(asked)
    this.#items = items
    this.#encoders = {
      thought: ({ text }) => items.think(text),
      'thought-ended': () => items.endThought(),
      answer: ({ text }) => items.say(text),
      'answer-changed': ({ text }) => items.sayInstead(text),
      'tool-begun': ({ id, input }) => {
        this.#inputs.set(id, input)
        return []
      },
      'tool-ended': (end) => items.madeCall({ ...end, input: this.#inputs.get(end.id) ?? {} }),
      'client-call': ({ path, tool, input }) => items.handOver({ callId: callId(asked.session, path), tool, input }),
      source: ({ source }) => {
        this.#sources.push(source)
        return []
      },
    }
  }

  /** The response as it stands. */
  get response(): ResponseObject {
    const { echo, createdAt, session } = this.#asked
    const { status = 'in_progress', error = null, incomplete_details = null, usage = null, gyre } = this.#end ?? {}
    return {
      id: responseId(this.#asked),
      object: 'response',
      created_at: createdAt,
      ...echo,
      status,
      error,
      incomplete_details,
      output: this.#items.list,
      store: true,
      truncation: 'disabled',
      usage,
      gyre: { session, ...gyre, sources: [...this.#sources] },
    }
  }

  begin(): readonly ResponseEvent[] {
    return this.#numbered([this.#lifecycle('response.created'), this.#progress()])
  }

  encode(moment: Moment): readonly ResponseEvent[] {
    const encoder = this.#encoders[moment.type] as ((moment: Moment) => readonly EventBody[]) | undefined
    const events = this.#numbered(encoder?.(moment) ?? [])
    const event = this.#extraOf(moment)
    if (!event) return events
    const isLast = event.type === 'status' && event.data.done
    return [...events, ...this.#numbers.passing({ ...this.#progress(), event }, { isLast })]
  }

  end(end: ResponseEnd): readonly ResponseEvent[] {
    const status = end.status === 'completed' ? 'completed' : 'incomplete'
    // A question is no answer in a form: clients that read one are told that there is none.
    const isFormed = this.#asked.echo.text.format['type'] !== 'text'
    const events = [
      ...(isFormed ? [] : this.#items.sayApart(end.question)),
      ...this.#items.endThought(),
      ...this.#items.endMessage(status, this.#sources),
      ...(isFormed ? this.#items.refuse(end.question) : []),
    ]
    this.#end = end
    // A client knows no event for what was cancelled: it is one way of being incomplete.
    const word = end.status === 'cancelled' ? 'incomplete' : end.status
    return this.#numbered([...events, this.#lifecycle(`response.${word}`)])
  }

  /** Told when nothing more can be told, though the session may go on. */
  fail({ code, message, param }: OpenaiErrorBody): readonly ResponseEvent[] {
    return this.#numbered([{ type: 'error', code, message, param }])
  }

  /**
   * Clients refuse types of events that they do not know. This one they take again and again, and leave what they do not
   * know of it. The items stay out: they were told, and would be told with every line.
   */
  #progress(): EventBody {
    return { type: 'response.in_progress', response: { ...this.response, output: [] } }
  }

  #lifecycle(type: EventBody['type']): EventBody {
    return { type, response: this.response }
  }

  #numbered(bodies: readonly EventBody[]): readonly ResponseEvent[] {
    return bodies.map((body) => this.#numbers.next(body))
  }
}

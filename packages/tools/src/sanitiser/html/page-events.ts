/** A page as what opens, what closes and what is said in between. Every element that opens closes, whatever the page forgets. */
import { ends, voidElements } from './elements.ts'
import type { Attributes } from './stylesheet.ts'
import type { TokenizerClass } from './tokenizer.ts'

export type PageEvents = {
  /** Elements that hold nothing open only. */
  open(name: string, attributes: Attributes): void
  /** The one that was opened last. */
  close(): void
  text(text: string): void
  /** A comment, or an instruction to a program. */
  comment(text: string): void
}

export type PageOptions = { readonly decodesEntities: boolean }

type Callbacks = ConstructorParameters<TokenizerClass>[1]

/** Deeper than this, an end tag is not looked for: pages are not so deep, and the search would take its time. */
const deepest = 256

export function readPage(Tokenizer: TokenizerClass, html: string, options: PageOptions, events: PageEvents): void {
  const tree = new OpenElements(events)
  const callbacks = new PageTokens(html, tree, events)
  const tokenizer = new Tokenizer({ decodeEntities: options.decodesEntities }, callbacks)
  tokenizer.write(html)
  tokenizer.end()
  callbacks.flush()
  tree.closeAll()
}

class OpenElements {
  readonly #names: string[] = []
  readonly #events: PageEvents

  constructor(events: PageEvents) {
    this.#events = events
  }

  open(name: string, attributes: Attributes): void {
    const ended = ends.get(name)
    while (ended?.has(this.#names.at(-1) ?? '')) this.#pop()
    this.#events.open(name, attributes)
    if (!voidElements.has(name)) this.#names.push(name)
  }

  close(name: string): void {
    const lowest = Math.max(0, this.#names.length - deepest)
    let at = this.#names.length - 1
    while (at >= lowest && this.#names[at] !== name) at -= 1
    if (at < lowest) return
    while (this.#names.length > at) this.#pop()
  }

  closeAll(): void {
    while (this.#names.length > 0) this.#pop()
  }

  #pop(): void {
    this.#names.pop()
    this.#events.close()
  }
}

/** Puts the tokens of one text together. */
class PageTokens implements Callbacks {
  readonly #html: string
  readonly #tree: OpenElements
  readonly #events: PageEvents
  #text: string[] = []
  #name = ''
  #attributes: Record<string, string> = {}
  #attribute = ''
  #value = ''

  constructor(html: string, tree: OpenElements, events: PageEvents) {
    this.#html = html
    this.#tree = tree
    this.#events = events
  }

  /** Entities come one by one: a text is whole when a tag comes. */
  flush(): void {
    if (this.#text.length === 0) return
    const text = this.#text.join('')
    this.#text = []
    this.#events.text(text)
  }

  ontext(start: number, end: number): void {
    this.#text.push(this.#html.slice(start, end))
  }

  ontextentity(code: number): void {
    this.#text.push(String.fromCodePoint(code))
  }

  onopentagname(start: number, end: number): void {
    this.flush()
    this.#name = this.#html.slice(start, end).toLowerCase()
    this.#attributes = Object.create(null)
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase()
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end)
  }

  onattribentity(code: number): void {
    this.#value += String.fromCodePoint(code)
  }

  onattribend(): void {
    if (!(this.#attribute in this.#attributes)) this.#attributes[this.#attribute] = this.#value
  }

  onopentagend(): void {
    this.#tree.open(this.#name, this.#attributes)
  }

  onselfclosingtag(): void {
    this.#tree.open(this.#name, this.#attributes)
  }

  onclosetag(start: number, end: number): void {
    this.flush()
    this.#tree.close(this.#html.slice(start, end).toLowerCase())
  }

  oncomment(start: number, end: number, offset: number): void {
    this.flush()
    this.#events.comment(this.#html.slice(start, end - offset))
  }

  oncdata(start: number, end: number, offset: number): void {
    this.oncomment(start, end, offset)
  }

  ondeclaration(): void {
    this.flush()
  }

  onprocessinginstruction(start: number, end: number): void {
    this.oncomment(start, end, 0)
  }

  onend(): void {
    this.flush()
  }
}

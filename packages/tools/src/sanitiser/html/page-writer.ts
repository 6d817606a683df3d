/** Writes down what people see of a page. What is hidden is left out, and noted. */
import { voidElements } from './elements.ts'
import { beginElement, endElement, type Formatted } from './format.ts'
import type { HiddenText } from './hidden-text.ts'
import { linkAddress } from './link-address.ts'
import { firstLook, isHidden, isUnseen, type Look, lookInside, ownStyle } from './look.ts'
import type { PageEvents } from './page-events.ts'
import type { Attributes, Stylesheet } from './stylesheet.ts'
import { TextBuilder } from './text-builder.ts'

type Open = Formatted & {
  readonly look: Look
  /** Nobody sees it, or anything in it. */
  readonly isHidden: boolean
  /** Marks of code inside code would be read as its end. */
  readonly isPlain: boolean
}

type Link = { readonly address: string | undefined; text: string }

export type PageWriterOptions = {
  readonly sheet: Stylesheet
  /** White space is written as it is. */
  readonly keepsSpaces: boolean
  readonly isStyledElsewhere: boolean
}

export class PageWriter implements PageEvents {
  readonly #out = new TextBuilder()
  readonly #open: Open[] = []
  readonly #links: Link[] = []
  readonly #hidden: HiddenText
  readonly #options: PageWriterOptions
  readonly #first: Look
  /** How many open elements are hidden, and how many are code blocks. */
  #hiding = 0
  #codeBlocks = 0

  constructor(hidden: HiddenText, options: PageWriterOptions) {
    this.#hidden = hidden
    this.#options = options
    this.#first = firstLook(options.isStyledElsewhere)
  }

  /** All that can be seen. */
  toString(): string {
    return this.#out.toString()
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#open.at(-1)
    const style = ownStyle(name, attributes, this.#options.sheet)
    const hides = isHidden(name, attributes, style) || (name === 'title' && parent?.name === 'svg')
    const isPlain = this.#codeBlocks > 0 && name !== 'br'
    if (this.#hiding === 0) this.#describe(name, attributes)
    if (this.#hiding === 0 && !hides) this.#begin(name, attributes, isPlain)
    if (voidElements.has(name)) return
    const look = lookInside(parent?.look ?? this.#first, attributes, style)
    this.#open.push({ name, look, isHidden: hides, isPlain, items: 0, cells: 0 })
    if (hides) this.#hiding += 1
  }

  close(): void {
    const element = this.#open.pop()
    if (element?.isHidden) {
      this.#hiding -= 1
      if (this.#hiding === 0) this.#hidden.close()
    } else if (element && this.#hiding === 0) this.#end(element)
  }

  text(text: string): void {
    if (this.#hiding > 0 || isUnseen(this.#open.at(-1)?.look ?? this.#first)) {
      this.#hidden.add(text, this.#out.length)
      return
    }
    if (text.trim() !== '') this.#hidden.close()
    const link = this.#links.at(-1)
    if (link) link.text += text
    if (this.#codeBlocks > 0 || this.#options.keepsSpaces) this.#out.verbatim(text)
    else this.#out.flow(text)
  }

  comment(text: string): void {
    if (this.#hiding > 0) this.#hidden.add(text, this.#out.length)
    else this.#hidden.whole(text, this.#out.length)
  }

  #begin(name: string, attributes: Attributes, isPlain: boolean): void {
    if (!isPlain) beginElement(this.#out, name, this.#open.at(-1))
    if (name === 'a') this.#links.push({ address: linkAddress(attributes['href']), text: '' })
    if (name === 'pre') this.#codeBlocks += 1
  }

  #end({ name, isPlain }: Open): void {
    if (name === 'pre') this.#codeBlocks -= 1
    if (name === 'a') this.#endLink()
    if (!isPlain) endElement(this.#out, name)
  }

  #endLink(): void {
    const { address, text = '' } = this.#links.pop() ?? {}
    const shown = text.trim()
    if (address !== undefined && shown !== '' && shown !== address) this.#out.join(` (${address})`)
  }

  /** What is said of an element beside its text. Only pictures show it. */
  #describe(name: string, attributes: Attributes): void {
    for (const key of describing) {
      const text = attributes[key]
      if (text === undefined) continue
      const isSuspicious = this.#hidden.check(text, this.#out.length)
      if (key === 'alt' && name === 'img' && !isSuspicious && text.trim() !== '')
        this.#out.sign(`[image: ${text.trim()}]`)
    }
    if (isTrap(name, attributes)) this.#hidden.count += 1
  }
}

const describing = [
  'alt',
  'title',
  'aria-label',
  'aria-description',
  'placeholder',
  'content',
  'srcdoc',
  'value',
  'summary',
  'data-content',
  'data-prompt',
]

/** A page that leaves by itself, or one inside it that nobody sees. */
function isTrap(name: string, attributes: Attributes): boolean {
  if (name === 'meta') return attributes['http-equiv']?.toLowerCase() === 'refresh'
  return (
    name === 'iframe' && [attributes['width'], attributes['height']].some((side) => /^[01](?:px)?$/.test(side ?? ''))
  )
}

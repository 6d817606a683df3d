/** How an element looks, as far as it decides whether its text can be seen. */
import { type Colour, colourOf, looksSame, white } from './colour.ts'
import { unshown } from './elements.ts'
import { hides, type Style, styleOf } from './style.ts'
import type { Attributes, Stylesheet } from './stylesheet.ts'

export type Look = {
  readonly colour: Colour | 'transparent' | undefined
  /** Nothing when it is not known: a picture, a style sheet elsewhere. */
  readonly background: Colour | undefined
  readonly isTiny: boolean
  readonly isInvisible: boolean
}

/** A page is black on white, unless a style sheet may say otherwise. */
export function firstLook(isStyledElsewhere: boolean): Look {
  return { colour: undefined, background: isStyledElsewhere ? undefined : white, isTiny: false, isInvisible: false }
}

/** Whether nobody sees text of this look. Unlike what hides an element, a part of it may look otherwise. */
export function isUnseen({ colour, background, isTiny, isInvisible }: Look): boolean {
  if (isTiny || isInvisible || colour === 'transparent') return true
  return colour !== undefined && background !== undefined && looksSame(colour, background)
}

/** What is said of one element, by the page's own sheet and by itself. */
export function ownStyle(name: string, attributes: Attributes, sheet: Stylesheet): Style | undefined {
  const ruled = sheet.styleFor(name, attributes)
  const inline = attributes['style']
  if (inline === undefined) return ruled
  return ruled ? new Map([...ruled, ...styleOf(inline)]) : styleOf(inline)
}

/** Whether an element is hidden with all there is in it. */
export function isHidden(name: string, attributes: Attributes, style: Style | undefined): boolean {
  if (unshown.has(name) || 'hidden' in attributes || attributes['aria-hidden']?.toLowerCase() === 'true') return true
  if (name === 'dialog' && !('open' in attributes)) return true
  return style !== undefined && hides(style)
}

/** The look of an element inside one of another look. */
export function lookInside(outer: Look, attributes: Attributes, style: Style | undefined): Look {
  const { bgcolor, color } = attributes
  if (style === undefined && bgcolor === undefined && color === undefined) return outer
  return {
    colour: colourOf(style?.get('color') ?? color ?? '') ?? outer.colour,
    background: backgroundOf(style, bgcolor, outer.background),
    isTiny: tininess(style?.get('font-size'), outer.isTiny),
    isInvisible: visibility(style?.get('visibility'), outer.isInvisible),
  }
}

function backgroundOf(
  style: Style | undefined,
  attribute: string | undefined,
  outer: Colour | undefined,
): Colour | undefined {
  const written = style?.get('background-color') ?? style?.get('background') ?? attribute
  if (style?.has('background-image') || /url\(|gradient/.test(written ?? '')) return undefined
  if (written === undefined) return outer
  const colour = colourOf(written) ?? colourOf(written.split(/\s/)[0] ?? '')
  return colour === 'transparent' ? outer : colour
}

function tininess(size: string | undefined, outer: boolean): boolean {
  const match = /^([\d.]{1,12})(px|pt|em|rem|%|)$/.exec(size ?? '')
  if (!match?.[1]) return size === undefined ? outer : false
  const number = Number.parseFloat(match[1])
  const isRelative = match[2] === 'em' || match[2] === '%'
  return isRelative ? outer || number < (match[2] === '%' ? 10 : 0.1) : number < (match[2] === 'rem' ? 0.1 : 2)
}

function visibility(value: string | undefined, outer: boolean): boolean {
  if (value === undefined || value === 'inherit') return outer
  return value === 'hidden' || value === 'collapse'
}

/** The style sheets inside a page, as far as they hide or show things: selectors of one element, no more. */
import { type Style, styleOf } from './style.ts'

export type Attributes = Readonly<Record<string, string>>

type Rule = {
  readonly tag: string | undefined
  readonly id: string | undefined
  readonly classes: readonly string[]
  readonly weight: number
  readonly order: number
  readonly style: Style
}

export type Stylesheet = {
  /** What the rules say of an element, stronger rules last. */
  styleFor(tag: string, attributes: Attributes): Style | undefined
  /** Whether it sets any background. */
  readonly hasBackground: boolean
}

const mostRules = 500

/** All `<style>` elements of a page together. */
export function stylesheetOf(html: string): Stylesheet {
  const css = sheetsIn(html)
  const byKey = Map.groupBy(rulesIn(css), keyOf)
  return { styleFor, hasBackground: css.includes('background') }

  function styleFor(tag: string, attributes: Attributes): Style | undefined {
    if (byKey.size === 0) return undefined
    const own = classesOf(attributes)
    const keys = [tag, `#${attributes['id'] ?? ''}`, ...own.map((name) => `.${name}`)]
    const fitting = keys.flatMap((key) => byKey.get(key) ?? []).filter((rule) => fits(rule, tag, attributes))
    const inOrder = fitting.toSorted((one, other) => one.weight - other.weight || one.order - other.order)
    return fitting.length === 0 ? undefined : new Map(inOrder.flatMap(({ style }) => [...style]))
  }
}

/** What an element must have for the rule to fit. */
function keyOf({ tag, id, classes }: Rule): string {
  if (id !== undefined) return `#${id}`
  return classes[0] === undefined ? (tag ?? '') : `.${classes[0]}`
}

const mostClasses = 40

function classesOf(attributes: Attributes): readonly string[] {
  return (attributes['class'] ?? '').split(/\s+/, mostClasses)
}

function sheetsIn(html: string): string {
  const sheets: string[] = []
  const open = /<style\b[^<>]{0,400}>/gi
  for (let match = open.exec(html); match; match = open.exec(html)) {
    const close = html.slice(open.lastIndex).search(/<\/style/i)
    if (close < 0) break
    sheets.push(html.slice(open.lastIndex, open.lastIndex + close))
    open.lastIndex += close
  }
  return withoutComments(sheets.join('\n'))
}

function withoutComments(css: string): string {
  return css
    .split('/*')
    .map((part, index) => (index === 0 ? part : (part.split('*/')[1] ?? '')))
    .join(' ')
}

/** Rules inside `@media` and the like depend on the reader's device and are left out. */
function rulesIn(css: string): readonly Rule[] {
  const rules: Rule[] = []
  let depth = 0
  let from = 0
  let selector = ''
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    const before = css.slice(from, index)
    from = index + 1
    if (brace === '{') {
      if (depth === 0) selector = before.trim()
      depth += 1
    } else {
      if (depth === 1 && !selector.startsWith('@')) rules.push(...rulesOf(selector, before, rules.length))
      depth = Math.max(0, depth - 1)
    }
    if (rules.length >= mostRules) break
  }
  return rules
}

/** `p`, `.note`, `p.note`, `#note`. */
const simple = /^([a-z][a-z0-9]{0,20})?([.#][\w.#-]{1,200})?$/i

function rulesOf(selectors: string, declarations: string, order: number): readonly Rule[] {
  const style = styleOf(declarations)
  return selectors.split(',').flatMap((selector) => {
    const match = simple.exec(selector.trim())
    if (!match || match[0] === '') return []
    const marks = match[2]?.match(/[.#][\w-]+/g) ?? []
    const id = marks.find((mark) => mark.startsWith('#'))?.slice(1)
    const classes = marks.filter((mark) => mark.startsWith('.')).map((mark) => mark.slice(1))
    const weight = (id ? 100 : 0) + classes.length * 10 + (match[1] ? 1 : 0)
    return [{ tag: match[1]?.toLowerCase(), id, classes, weight, order, style }]
  })
}

function fits({ tag, id, classes }: Rule, name: string, attributes: Attributes): boolean {
  if ((tag !== undefined && tag !== name) || (id !== undefined && id !== attributes['id'])) return false
  const own = classesOf(attributes)
  return classes.every((each) => own.includes(each))
}

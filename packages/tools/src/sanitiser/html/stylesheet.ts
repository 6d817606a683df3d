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

/** A page of more rules hides nothing by the rest of them: the work is bounded. */
const mostRules = 500
const mostOfOneKey = 40

/** All `<style>` elements of a page together. */
export function stylesheetOf(html: string): Stylesheet {
  const css = sheetsIn(html)
  const byKey = Map.groupBy(rulesIn(css), keyOf)
  return { styleFor, hasBackground: css.includes('background') }

  function styleFor(tag: string, attributes: Attributes): Style | undefined {
    if (byKey.size === 0) return undefined
    const keys = [tag, `#${attributes['id'] ?? ''}`, ...classesOf(attributes).map((name) => `.${name}`)]
    const rules = keys.flatMap((key) => byKey.get(key)?.slice(-mostOfOneKey) ?? [])
    const fitting = rules.filter((rule) => fits(rule, tag, attributes))
    if (fitting.length < 2) return fitting[0]?.style
    const inOrder = fitting.toSorted((one, other) => one.weight - other.weight || one.order - other.order)
    return new Map(inOrder.flatMap(({ style }) => [...style]))
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
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join(' ')
}

/** Rules inside `@media` and the like depend on the reader's device and are left out. */
function rulesIn(css: string): readonly Rule[] {
  const rules = new Map<string, Rule>()
  let depth = 0
  let from = 0
  let selectors = ''
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    const before = css.slice(from, index)
    from = index + 1
    if (brace === '{' && depth === 0) selectors = before.trim()
    if (brace === '}' && depth === 1 && !selectors.startsWith('@')) addRules(rules, selectors, styleOf(before))
    depth = Math.max(0, depth + (brace === '{' ? 1 : -1))
    if (rules.size >= mostRules) break
  }
  return [...rules.values()]
}

/** Rules of one selector are one rule. */
function addRules(rules: Map<string, Rule>, selectors: string, style: Style): void {
  for (const selector of selectors.split(',', mostOfOneKey)) {
    const rule = ruleOf(selector.trim(), style, rules.size)
    const before = rules.get(selector.trim())
    if (rule) rules.set(selector.trim(), before ? { ...rule, style: new Map([...before.style, ...style]) } : rule)
  }
}

/** `p`, `.note`, `p.note`, `#note`. */
const simple = /^([a-z][a-z0-9]{0,20})?([.#][\w.#-]{1,200})?$/i

function ruleOf(selector: string, style: Style, order: number): Rule | undefined {
  const match = simple.exec(selector)
  if (!match || selector === '') return undefined
  const marks = match[2]?.match(/[.#][\w-]+/g) ?? []
  const id = marks.find((mark) => mark.startsWith('#'))?.slice(1)
  const classes = marks.filter((mark) => mark.startsWith('.')).map((mark) => mark.slice(1))
  const weight = (id === undefined ? 0 : 100) + classes.length * 10 + (match[1] === undefined ? 0 : 1)
  return { tag: match[1]?.toLowerCase(), id, classes, weight, order, style }
}

function fits({ tag, id, classes }: Rule, name: string, attributes: Attributes): boolean {
  if ((tag !== undefined && tag !== name) || (id !== undefined && id !== attributes['id'])) return false
  const own = classesOf(attributes)
  return classes.every((each) => own.includes(each))
}

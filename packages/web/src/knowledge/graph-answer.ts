/** What the server tells of the graph, read with care: names come out of documents that anybody wrote. */

type GraphName = { readonly name: string; readonly edges: number }

export type Fact = {
  readonly from: string
  readonly relation: string
  readonly to: string
  /** Numbers of the references that say so. */
  readonly references: readonly number[]
  /** Another fact says otherwise of the same thing. */
  readonly differs: boolean
}

type Reference = {
  readonly number: number
  readonly document: string
  readonly title: string
  readonly text: string
}

export type Linked = {
  readonly names: readonly string[]
  readonly facts: readonly Fact[]
  readonly references: readonly Reference[]
}

type Fields = Readonly<Record<string, unknown>>

export function namesIn(graph: unknown): readonly GraphName[] {
  return listIn(graph, 'names').flatMap((each) => {
    const { name, edges } = fieldsOf(each)
    return typeof name === 'string' ? [{ name, edges: typeof edges === 'number' ? edges : 0 }] : []
  })
}

export function linkedIn(graph: unknown): Linked {
  return {
    names: listIn(graph, 'names').filter((name) => typeof name === 'string'),
    facts: listIn(graph, 'facts').flatMap(factOf),
    references: listIn(graph, 'references').flatMap(referenceOf),
  }
}

function factOf(given: unknown): readonly Fact[] {
  const { from, relation, to, references, differs } = fieldsOf(given)
  if (typeof from !== 'string' || typeof relation !== 'string' || typeof to !== 'string') return []
  const numbers = Array.isArray(references) ? references.filter((each) => typeof each === 'number') : []
  return [{ from, relation, to, references: numbers, differs: differs === true }]
}

function referenceOf(given: unknown): readonly Reference[] {
  const { number, document, title, text } = fieldsOf(given)
  if (typeof number !== 'number' || typeof document !== 'string' || typeof text !== 'string') return []
  return [{ number, document, title: typeof title === 'string' ? title : document, text }]
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldsOf(value)[name]
  return Array.isArray(list) ? list : []
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

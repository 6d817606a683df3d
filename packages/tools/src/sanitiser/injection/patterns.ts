/** The rules of the table, read once into what the matcher walks through. */
import { type Concept, concepts } from './concepts.ts'
import { conceptNumber } from './lexicon.ts'
import { groups, rules } from './rules.ts'

/** How far the next word may be. */
export type Joint = {
  readonly most: number
  readonly crossesSentences: boolean
  /** Nothing but words in between. */
  readonly isTight: boolean
}

export type Stage = {
  /** The first of these numbers belongs to this stage: states of all stages of all patterns lie in one row. */
  readonly slot: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly joint: Joint
  readonly isCommand: boolean
  readonly rule: string
  readonly isStrong: boolean
}

export type Patterns = {
  /** The stages that wait for each concept, later ones of a pattern first. */
  readonly waiting: readonly (readonly Stage[])[]
  readonly slots: number
}

const joints: Readonly<Record<string, Joint>> = {
  '+': { most: 8, crossesSentences: false, isTight: true },
  '': { most: 24, crossesSentences: false, isTight: false },
  '..': { most: 140, crossesSentences: false, isTight: false },
  '...': { most: 400, crossesSentences: true, isTight: false },
}

let read: Patterns | undefined

export function patterns(): Patterns {
  read ??= readRules()
  return read
}

function readRules(): Patterns {
  const waiting: Stage[][] = concepts.map(() => [])
  let slots = 0
  for (const { name, strong, weak = [] } of rules) {
    for (const pattern of strong) add(pattern, name, true)
    for (const pattern of weak) add(pattern, name, false)
  }
  return { waiting, slots }

  function add(pattern: string, rule: string, isStrong: boolean): void {
    const elements = elementsOf(pattern)
    elements.forEach(({ words, joint }, index) => {
      const [isFirst, isLast] = [index === 0, index === elements.length - 1]
      for (const { concept, isCommand } of words) {
        waiting[concept]?.unshift({ slot: slots + index, isFirst, isLast, joint, isCommand, rule, isStrong })
      }
    })
    slots += elements.length
  }
}

type Element = { readonly joint: Joint; readonly words: readonly { concept: number; isCommand: boolean }[] }

function elementsOf(pattern: string): readonly Element[] {
  const elements: Element[] = []
  let joint = ''
  for (const token of pattern.split(' ')) {
    if (Object.hasOwn(joints, token)) joint = token
    else {
      elements.push({ joint: joints[joint] as Joint, words: token.split('|').flatMap(wordsOf) })
      joint = ''
    }
  }
  return elements
}

function wordsOf(written: string): Element['words'] {
  const isCommand = written.endsWith('!')
  const name = isCommand ? written.slice(0, -1) : written
  const names = Object.hasOwn(groups, name) ? (groups[name] ?? '').split('|') : [name]
  return names.map((each) => ({ concept: known(each), isCommand }))
}

function known(name: string): number {
  const number = conceptNumber(name as Concept)
  if (number < 0) throw new Error(`\`${name}\` is no concept.`)
  return number
}

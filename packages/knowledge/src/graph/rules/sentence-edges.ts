/** What one sentence says of the names in it: who does what to whom, where and when. */
import type { ChunkEdge } from '../chunk-edge.ts'
import { type Between, longestPhrase, readBetween } from './between.ts'
import type { Mention } from './find-mentions.ts'
import { hasVerb, relationOf, withoutPreposition } from './relation-phrase.ts'
import { type StandIn, standInAt } from './stand-in.ts'
import type { Token } from './tokens.ts'
import { articles, prepositions } from './word-lists.ts'

export const weights = { verb: 1, apposition: 0.8, title: 0.5, weak: 0.2 } as const

/** A name that sentences are about, and how sure that is. */
export type Subject = { readonly name: string; readonly weight: number }

export type SentenceEdges = { readonly edges: readonly ChunkEdge[]; readonly subject: Subject | undefined }

/** Finds the name that `it` or `the ship` stands for. */
export type FindSubject = (standIn: StandIn) => Subject | undefined

type Clause = {
  readonly subjects: readonly Subject[]
  readonly relation: string | undefined
  readonly isAside: boolean
}

export class SentenceReader {
  readonly #tokens: readonly Token[]
  readonly #findSubject: FindSubject
  readonly #edges: ChunkEdge[] = []
  /** Told before the subject: `In 1874 …`. */
  #ahead: { readonly preposition: string; readonly name: string }[] = []
  /** `The keeper of` before the subject: what is said is said of the keeper. */
  #head: string | undefined
  /** Its subject was found, or it has none with a name. */
  #isOpen = false
  #main: Clause = { subjects: [], relation: undefined, isAside: false }
  #clause: Clause = this.#main

  constructor(tokens: readonly Token[], findSubject: FindSubject) {
    this.#tokens = tokens
    this.#findSubject = findSubject
  }

  read(mentions: readonly Mention[]): SentenceEdges {
    let before: Mention | undefined
    for (const mention of mentions) {
      const words = this.#tokens.slice(before?.end ?? 0, mention.start)
      if (!this.#isOpen) this.#open(words, mention)
      else if (before) this.#apply(readBetween(words), before, mention)
      before = mention
    }
    return { edges: this.#edges, subject: this.#main.subjects[0] }
  }

  /** Looks for the subject of the sentence. */
  #open(words: readonly Token[], mention: Mention): void {
    const standIn = standInAt(words)
    const subject = standIn && this.#findSubject(standIn)
    if (subject) {
      this.#start([subject])
      if (words.length <= longestPhrase) this.#say(relationOf(standIn.rest), mention)
      return
    }
    const ahead = words.filter(({ kind }) => kind === 'word').find(({ lower }) => prepositions.has(lower))
    const isAhead = ahead !== undefined && (words[0] === ahead || mention.kind !== 'name')
    if (isAhead && !hasVerb(words)) this.#ahead.push({ preposition: ahead.lower, name: mention.name })
    else if (hasVerb(words)) this.#isOpen = true
    else if (mention.kind === 'name') this.#begin(words, mention)
  }

  #begin(words: readonly Token[], mention: Mention): void {
    const of = words.findLastIndex(({ lower }) => !articles.has(lower))
    const relation = words[of]?.lower === 'of' ? relationOf(words.slice(0, of)) : undefined
    if (relation !== undefined && relation.split(' ').length <= 3) this.#head = relation
    this.#start([{ name: mention.name, weight: weights.verb }])
  }

  #start(subjects: readonly Subject[]): void {
    this.#main = { subjects, relation: undefined, isAside: false }
    this.#clause = this.#main
    this.#isOpen = true
  }

  #apply(between: Between, before: Mention, mention: Mention): void {
    switch (between.kind) {
      case 'join':
        this.#join(mention)
        break
      case 'verb':
        this.#turnTo(between.of, before)
        this.#say(between.relation, mention)
        break
      case 'apposition':
        this.#describe(before, between.relation, mention, weights.apposition)
        // What follows the description is said of the one that was described.
        if (this.#isSubject(before)) this.#clause = { ...this.#clause, isAside: true }
        break
      case 'possessive':
      case 'noun':
        this.#describe(before, between.relation, mention, weights.title)
        break
      case 'preposition':
        this.#place(between.word, before, mention)
        break
      case 'clause':
        if (mention.kind === 'name') this.#clause = asideOf(mention.name)
    }
  }

  #join(mention: Mention): void {
    const { subjects, relation } = this.#clause
    if (relation !== undefined) this.#say(relation, mention)
    else if (mention.kind === 'name' && this.#clause === this.#main) {
      this.#start([...subjects, { name: mention.name, weight: weights.verb }])
    }
  }

  #turnTo(of: 'near' | 'subject' | 'participle', before: Mention): void {
    const isOfSubject = this.#isSubject(before)
    if (of === 'subject' || (of === 'participle' && this.#clause.isAside)) this.#clause = this.#main
    else if (!isOfSubject && before.kind === 'name') this.#clause = asideOf(before.name)
  }

  /** The subjects of the clause do something to the one that is mentioned. */
  #say(relation: string | undefined, mention: Mention): void {
    if (relation === undefined) return
    const { subjects } = this.#clause
    const isMain = this.#clause === this.#main || subjects === this.#main.subjects
    const whole = isMain && this.#head !== undefined ? headed(this.#head, relation) : relation
    for (const { name, weight } of subjects) this.#add(name, whole, mention, weight)
    this.#clause = { ...this.#clause, relation }
    if (!isMain) return
    this.#main = this.#clause
    for (const { preposition, name } of this.#ahead.splice(0))
      this.#sayAhead(`${withoutPreposition(whole)} ${preposition}`, name)
  }

  #sayAhead(relation: string, to: string): void {
    for (const { name, weight } of this.#main.subjects) {
      if (name !== to) this.#edges.push({ from: name, relation, to, weight })
    }
  }

  #place(word: string, before: Mention, mention: Mention): void {
    const { subjects, relation } = this.#clause
    if (word === 'of' || relation === undefined) {
      this.#describe(before, word, mention, weights.apposition)
      return
    }
    const placed = `${withoutPreposition(relation)} ${word}`
    for (const { name, weight } of subjects) this.#add(name, placed, mention, weight)
    this.#clause = { ...this.#clause, relation: placed }
    if (mention.kind === 'name' && !this.#isSubject(before)) this.#describe(before, word, mention, weights.title)
  }

  #isSubject({ name }: Mention): boolean {
    return this.#clause.subjects.some((subject) => subject.name === name)
  }

  #describe(before: Mention, relation: string, mention: Mention, weight: number): void {
    if (before.kind === 'name') this.#add(before.name, relation, mention, weight)
  }

  #add(from: string, relation: string, { name: to }: Mention, weight: number): void {
    if (from !== to) this.#edges.push({ from, relation, to, weight })
  }
}

function asideOf(name: string): Clause {
  return { subjects: [{ name, weight: weights.verb }], relation: undefined, isAside: true }
}

function headed(head: string, relation: string): string {
  return relation === 'is' ? head : `${head} ${relation}`
}

/** The two corpora that retrieval is measured on: one that is shipped, one that is made from a seed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Grades } from './metrics.ts'
import { syntheticCorpus } from './synthetic-corpus.ts'

export type Case = {
  readonly id: string
  readonly kind: string
  readonly question: string
  readonly relevant: Grades
}

export type Corpus = {
  readonly name: 'bundled' | 'synthetic'
  readonly documents: readonly { readonly name: string; readonly text: string }[]
  readonly cases: readonly Case[]
  /** Whether relations are read out of its documents, and searched along. */
  readonly hasGraph: boolean
}

/** Passages that were made up by somebody who saw the questions alone, by the id of the question. */
export type Passages = Readonly<Record<string, readonly string[]>>

export function corpora(): readonly Corpus[] {
  return [bundledCorpus(), { name: 'synthetic', hasGraph: false, ...withCases(syntheticCorpus()) }]
}

function bundledCorpus(): Corpus {
  const folder = join(import.meta.dirname, '../../corpus')
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
  return {
    name: 'bundled',
    hasGraph: true,
    documents: names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
    cases: readJson('bundled-questions.json') as readonly Case[],
  }
}

const withCases = ({ documents, questions }: ReturnType<typeof syntheticCorpus>) => ({ documents, cases: questions })

/** None when nobody has written them. */
export function passages(): Passages {
  const name = 'hypothetical-passages.json'
  return existsSync(join(import.meta.dirname, name)) ? (readJson(name) as Passages) : {}
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'))

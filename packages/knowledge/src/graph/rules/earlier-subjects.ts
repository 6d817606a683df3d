/** What sentences before were about: whom a pronoun stands for. */
import { foldedName } from '@gyre/core'
import type { Mention } from './find-mentions.ts'
import { type Subject, weights } from './sentence-edges.ts'
import type { StandIn } from './stand-in.ts'
import type { Token } from './tokens.ts'

export class EarlierSubjects {
  readonly #title: Subject | undefined
  #last: Subject | undefined
  #person: Subject | undefined

  constructor(title: string | undefined) {
    this.#title = title === undefined ? undefined : { name: title, weight: weights.title }
  }

  find({ noun, isPerson }: StandIn): Subject | undefined {
    if (isPerson) return this.#person ?? this.#title ?? this.#last
    const isLast =
      noun === undefined ||
      foldedName(this.#last?.name ?? '')
        .split(' ')
        .includes(noun)
    return (isLast ? this.#last : undefined) ?? this.#title
  }

  /** A name behind `the` is nobody's: of the others the subject is the likeliest person, then the first. */
  note(subject: Subject | undefined, tokens: readonly Token[], mentions: readonly Mention[]): void {
    const named = mentions.filter(({ kind, start }) => kind === 'name' && tokens[start - 1]?.lower !== 'the')
    const isNamed = mentions.some(({ name }) => name === subject?.name)
    const [person] = [...named.filter(({ name }) => name === subject?.name), ...named]
    if (subject && !isNamed) this.#person = subject
    else this.#person = person && { name: person.name, weight: weights.verb }
    this.#last = subject ?? this.#last
  }
}

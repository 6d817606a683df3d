/** The game of 24: four numbers, each used once, have to make 24. A move is good when 24 can still be reached after it. */
import { share } from '../../world/hash.ts'
import { type Course, inOrder, unknown, type Values } from '../course.ts'
import { taskFamily } from '../family-of-courses.ts'
import type { TaskFamily } from '../task-family.ts'
import { isHard } from './difficulty.ts'
import { solves } from './expression.ts'
import { canReach, type Move, movesFrom, type Term, termsOf } from './moves.ts'

/** The harder half of the games that can be won. */
export function gameOf24(): TaskFamily {
  return taskFamily({ name: 'game-of-24', tools: [], read: readGame, goal: goalOf })
}

function goalOf(from: number): string {
  for (let trial = 0; ; trial += 1) {
    const numbers = [1, 2, 3, 4].map((place) => 1 + Math.floor(share(`${trial} ${place}`, from) * 13))
    if (isHard(numbers)) return `Use ${numbers.join(', ')}, each once, with + - * / to make 24.`
  }
}

const moves = 3

export function readGame(id: string, goal: string): Course | undefined {
  const [, list] = /Use (\d+(?:, \d+)+), each once, with/.exec(goal) ?? []
  if (list === undefined) return undefined
  const numbers = list.split(', ').map(Number)
  const placeAfter = placesFrom(termsOf(numbers))
  return {
    id,
    length: moves,
    errs: 'step',
    needs: inOrder,
    question: () => goal,
    next: (_, values) => {
      const { viable, others } = placeAfter(values).choice()
      return { right: (at) => picked(viable.length > 0 ? viable : others, at), wrong: (at) => picked(others, at) }
    },
    isGood: (values) => placeAfter(values).isGood,
    // A move that can still win is `w` times as likely as each of the others.
    slipChance: (_, values, { w }) => {
      const { viable, others } = placeAfter(values).choice()
      return others.length / (others.length + w * viable.length)
    },
    answer: (values) => placeAfter(values).terms[0]?.expression ?? unknown,
    isRight: (answer) => solves(answer, numbers),
  }
}

type Choice = { readonly viable: readonly Move[]; readonly others: readonly Move[] }
type Place = { readonly terms: readonly Term[]; readonly isGood: boolean; choice(): Choice }

/** Where moves lead from here. A search comes to the same places again and again, so they are kept. */
function placesFrom(start: readonly Term[]): (values: Values) => Place {
  const places = new Map<string, Place>()
  return (values) => {
    const key = values.join('|')
    const known = places.get(key)
    if (known) return known
    const terms = termsAfter(start, values)
    let choice: Choice | undefined
    const place: Place = {
      terms,
      isGood: canReach(terms),
      choice: () => {
        choice ??= sorted(terms)
        return choice
      },
    }
    places.set(key, place)
    return place
  }
}

/** What is left after these moves; a move that cannot be made is none. */
function termsAfter(start: readonly Term[], values: Values): readonly Term[] {
  return values.reduce<readonly Term[]>(
    (terms, value) => movesFrom(terms).find(({ text }) => text === value)?.left ?? terms,
    start,
  )
}

function sorted(terms: readonly Term[]): Choice {
  const { viable = [], others = [] } = Object.groupBy(movesFrom(terms), ({ left }) =>
    canReach(left) ? 'viable' : 'others',
  )
  return { viable, others }
}

function picked(choice: readonly Move[], at: number): string {
  return choice[Math.floor(at * choice.length)]?.text ?? unknown
}

/** The questions of the synthetic corpus that made-up passages are written for: ten of each kind. */
import type { Question } from './synthetic/questions.ts'

const ofEachKind = 10

export function syntheticSample(questions: readonly Question[]): readonly Question[] {
  const kinds = Map.groupBy(questions, ({ kind }) => kind)
  return [...kinds.values()].flatMap((ofKind) => {
    const step = Math.floor(ofKind.length / ofEachKind)
    return Array.from({ length: ofEachKind }, (_, at) => ofKind[at * step]).filter((question) => question !== undefined)
  })
}

/** The quality of a step: the mean of its four ratings, and its name. */

export type Quality = 'good' | 'partial' | 'failed'

export type Scores = {
  readonly relevance: number
  readonly completeness: number
  readonly usability: number
  readonly goal_progress: number
}

const goodFrom = 3.5
const partialFrom = 2

export function averageOf({ relevance, completeness, usability, goal_progress }: Scores): number {
  return (relevance + completeness + usability + goal_progress) / 4
}

export function qualityOf(average: number): Quality {
  if (average >= goodFrom) return 'good'
  return average >= partialFrom ? 'partial' : 'failed'
}

/** Results of tasks, as the pure parts of experts are given them. */
import type { TaskResult } from '../../packages/core/src/loops/experts/result.ts'

/** A sure answer of the general expert in the first pass, unless it is said otherwise. */
export function resultOf(more: Partial<TaskResult> = {}): TaskResult {
  return {
    id: '1',
    round: 0,
    category: 'general',
    kind: 'expert',
    question: 'How old is it?',
    output: 'It is 70.',
    confidence: 'high',
    gaps: '',
    referral: '',
    outcome: 'answered',
    evidence: [],
    sources: [],
    calls: [],
    effects: [],
    ...more,
  }
}

/** What is decided when no rule fits: the model says what it is, and nothing it does not know passes for good. */
import type { Decision } from './decision.ts'
import type { Reading } from './reading/reading.ts'

export function fallbackFor({ purpose, questions, bestAnswer }: Reading, introduction: string): Decision {
  const question = questions[0]?.text ?? ''
  switch (purpose) {
    case 'plan':
      return { kind: 'plan', steps: [{ id: '1', goal: question, needs: [] }] }
    case 'edits':
      return { kind: 'edits', edits: [] }
    case 'verdict':
      return { kind: 'verdict', isSatisfactory: false, score: 0, reason: cannotJudge(introduction) }
    case 'score':
      return { kind: 'score', score: 0, reason: cannotJudge(introduction) }
    case 'confidence':
      return { kind: 'confidence', confidence: 0, reason: cannotJudge(introduction) }
    default: {
      if (bestAnswer !== undefined && !bestAnswer.includes(introduction)) return kept(question, bestAnswer)
      const findings = { isKnown: false, question, results: [] }
      return { kind: 'answer', thought: 'No rule fits this.', text: introduction, findings }
    }
  }
}

/** No rule knows better than what was answered before. */
function kept(question: string, text: string): Decision {
  return {
    kind: 'answer',
    thought: 'It was answered before.',
    text,
    findings: { isKnown: true, question, results: [] },
  }
}

function cannotJudge(introduction: string): string {
  return `No rule of mine can judge this. ${introduction}`
}

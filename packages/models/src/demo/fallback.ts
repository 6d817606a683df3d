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
    case 'evaluation':
      return { kind: 'value', thought: '', value: { ...unusable, reason: cannotJudge(introduction) } }
    case 'tool-plan':
    case 'task-plan':
    case 'input':
      return { kind: 'value', thought: '', value: { error: introduction.replace(/\.$/, '') } }
    case 'decision':
      return { kind: 'value', thought: '', value: { action: 'stuck', confidence: 1, reason: introduction } }
    case 'wave':
      return {
        kind: 'value',
        thought: '',
        value: { status: 'done', action: 'No rule of mine can plan this.', tools: [] },
      }
    case 'scores':
      return { kind: 'value', thought: '', value: { scores: [{ plan: 1, score: 0, why: cannotJudge(introduction) }] } }
    case 'gap':
      return { kind: 'gap', isComplete: false, gap: 'No rule of the demo model can judge this.', nextFocus: '' }
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

const unusable = { relevance: 1, completeness: 1, usability: 1, goal_progress: 1 }

function cannotJudge(introduction: string): string {
  return `No rule of mine can judge this. ${introduction}`
}

/** How long a call takes, by what it is for: stated, and told, but never waited for. */
import type { Reading } from '@gyre/models/demo'

export type Purpose = Reading['purpose']

/** In ms. What is left out takes its usual time. */
export type Latencies = Readonly<Partial<Record<Purpose, number>>>

const usual: Latencies = {
  answer: 1000,
  plan: 1500,
  'follow-ups': 800,
  thought: 800,
  claims: 1000,
  edits: 1000,
  verdict: 500,
  score: 500,
  confidence: 500,
  route: 500,
}

const otherwise = 1000

export function latencyOf(purpose: Purpose, stated: Latencies = {}): number {
  return stated[purpose] ?? usual[purpose] ?? otherwise
}

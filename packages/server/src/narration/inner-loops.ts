/** Loops that a loop runs, as steps: begun with the first thing that happens in them, ended with their own fact. */
import { isFact, type SessionEvent, stepName } from '@gyre/core'
import { loopFailed } from '../session/told-error.ts'
import type { Moment } from './moment.ts'

export class InnerLoops {
  readonly #begun = new Set<string>()

  /** Those that begin with this event, from outside in. */
  begin({ path = '', type }: SessionEvent): readonly Moment[] {
    // A note of what was remembered, or a plan, may have no path: nothing is inside of that.
    const paths = type === 'session.ended' ? [] : loopPaths(path).filter((each) => !this.#begun.has(each))
    for (const each of paths) this.#begun.add(each)
    return paths.map((each) => ({ type: 'step-begun', path: each, name: stepName(each, {}), kind: 'loop' }))
  }

  /** The one that ends with this event. */
  end(event: SessionEvent): readonly Moment[] {
    const { path = '', type, data } = event
    if (!isFact(event) || data['kind'] !== 'loop' || !this.#begun.has(path)) return []
    const { outcome } = (data['result'] ?? {}) as { readonly outcome?: string }
    const { code, message } = (data['error'] ?? {}) as { readonly code?: string; readonly message?: string }
    const said = code === 'loop-failed' ? loopFailed : (message ?? outcome ?? '')
    return [{ type: 'step-ended', path, hasFailed: type === 'step.failed', said }]
  }
}

/** `episode#1` and `episode#1/react/expert#2` of `episode#1/react/expert#2/cot/think#1`: a loop's own name has no number. */
function loopPaths(path: string): readonly string[] {
  const segments = path.split('/')
  return segments.flatMap((segment, index) => (isLoopName(segment, index) ? [segments.slice(0, index).join('/')] : []))
}

function isLoopName(segment: string, index: number): boolean {
  return index > 0 && segment !== '' && !segment.includes('#')
}

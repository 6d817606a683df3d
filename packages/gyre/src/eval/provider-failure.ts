/** Failures that tell nothing of the arm: nobody could be asked. */

/** What is too long for a model, or more than it can do, is not among them: that is how the arm does on the task. */
const providerFailures: ReadonlySet<string> = new Set([
  'failed:model-auth',
  'failed:model-failed',
  'failed:model-unavailable',
])

export function isProviderFailure(outcome: string | null): boolean {
  return outcome !== null && providerFailures.has(outcome)
}

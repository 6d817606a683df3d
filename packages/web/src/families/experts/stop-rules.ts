/** Why experts stopped, or what would stop them: the checks in the order they are made. */
import { shortCount } from '../../ui/format.ts'
import type { Rule } from '../loop/rule-list.tsx'
import type { ExpertsPicture } from './experts-picture.ts'

/** Which check a reason to stop belongs to. */
const checks: Readonly<Record<string, string>> = {
  'side-effect': 'side effect',
  short: 'answer',
  complete: 'answer',
  unjudged: 'answer',
  tokens: 'token guard',
  rounds: 'rounds',
  single: 'rounds',
  denied: 'critic',
  plan: 'plan',
  emptied: 'plan',
  refused: 'plan',
}

/** What ended the work itself, and not the rounds alone. */
const others: Readonly<Record<string, string>> = {
  limit: 'The budget was spent.',
  nothing: 'No task gave anything.',
  unmerged: 'The merger failed; the answer of the round before stays.',
  'cut-off': 'The merged answer was cut off; the one before stays.',
  unreadable: 'The merger said nothing.',
}

export function stopRules(picture: ExpertsPicture): readonly Rule[] {
  const fired = checks[picture.stop]
  const rules = [
    {
      name: 'side effect',
      said: picture.sideEffect === '' ? 'none produced' : `${picture.sideEffect} must not be called again`,
    },
    { name: 'answer', said: answerSaid(picture) },
    { name: 'token guard', said: tokensSaid(picture) },
    { name: 'rounds', said: roundsSaid(picture) },
    ...(fired === 'plan' ? [{ name: 'plan', said: planSaid[picture.stop] ?? '' }] : []),
    { name: 'critic', said: criticSaid(picture) },
  ]
  const other = others[picture.stop]
  return [
    ...rules.map((rule) => ({ ...rule, mark: rule.name === fired ? ('fired' as const) : ('none' as const) })),
    ...(other === undefined ? [] : [{ name: 'end', said: other, mark: 'fired' as const }]),
  ]
}

const planSaid: Readonly<Record<string, string>> = {
  plan: 'No plan for the gap could be used.',
  emptied: 'A person took all tasks out of the plan.',
  refused: 'A person did not agree to the plan.',
}

function answerSaid({ stop, gaps, mostRounds }: ExpertsPicture): string {
  if (stop === 'short') return 'short, and everybody is sure'
  if (stop === 'complete') return 'complete, says the judge'
  if (stop === 'unjudged') return 'the judge could not be read'
  const last = gaps.at(-1)
  if (last && last.fate !== 'closed') return `lacks: ${last.text}`
  return mostRounds === 1 ? 'not judged: there is one round' : 'not judged yet'
}

function tokensSaid({ tokens, tokenGuard }: ExpertsPicture): string {
  if (tokenGuard === null) return `${shortCount(tokens)} read`
  return `${shortCount(tokens)} of ${shortCount(tokenGuard)}, ${tokens >= tokenGuard ? 'reached' : 'not reached'}`
}

function roundsSaid({ round, mostRounds }: ExpertsPicture): string {
  return `${round} of ${mostRounds}${round >= mostRounds ? ' used' : ''}`
}

function criticSaid({ critic, stop }: ExpertsPicture): string {
  if (!critic) return stop === '' ? 'not asked yet' : 'not asked'
  if (critic.verdict === '') return 'being asked'
  return critic.reason === '' ? critic.verdict : `${critic.verdict}: ${critic.reason}`
}

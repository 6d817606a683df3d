/** Which view a session opens on: one for each family of loops. */
import { type ComponentType, lazy } from 'react'
import type { LiveSession } from '../session/live-session.ts'

export type FamilyViewProps = {
  readonly live: LiveSession
  /** The loop that is shown: the session's own, or one inside it. */
  readonly loop: string
  /** What stands before the paths of its steps: `''`, or `episode#2/react/`. */
  readonly base: string
}

/** Of views that show the view of a loop inside: they cannot import this table, which imports them. */
export type OuterViewProps = FamilyViewProps & { readonly viewOf: (loop: string) => ComponentType<FamilyViewProps> }

function withInner(View: ComponentType<OuterViewProps>): ComponentType<FamilyViewProps> {
  return (props) => <View {...props} viewOf={familyView} />
}

const AnswerView = lazy(async () => ({ default: (await import('./answer/answer-view.tsx')).AnswerView }))
const LanesView = lazy(async () => ({ default: (await import('./lanes/lanes-view.tsx')).LanesView }))
const LadderView = lazy(async () => ({ default: (await import('./ladder/ladder-view.tsx')).LadderView }))
const AttemptsView = lazy(async () => ({
  default: withInner((await import('./attempts/attempts-view.tsx')).AttemptsView),
}))
const ClaimsView = lazy(async () => ({ default: (await import('./claims/claims-view.tsx')).ClaimsView }))
const TreeView = lazy(async () => ({ default: (await import('./tree/tree-view.tsx')).TreeView }))
const PlanView = lazy(async () => ({ default: (await import('./plan/plan-view.tsx')).PlanView }))
const WavesView = lazy(async () => ({ default: (await import('./waves/waves-view.tsx')).WavesView }))
const ExpertsView = lazy(async () => ({ default: (await import('./experts/experts-view.tsx')).ExpertsView }))
const ResearchView = lazy(async () => ({ default: (await import('./research/research-view.tsx')).ResearchView }))
const AutoView = lazy(async () => ({ default: withInner((await import('./auto/auto-view.tsx')).AutoView) }))

const views: Readonly<Record<string, ComponentType<FamilyViewProps>>> = {
  direct: AnswerView,
  cot: AnswerView,
  react: LanesView,
  'self-ask': LadderView,
  reflexion: AttemptsView,
  critic: ClaimsView,
  'tree-of-thoughts': TreeView,
  'plan-execute': PlanView,
  reason: PlanView,
  waves: WavesView,
  experts: ExpertsView,
  research: ResearchView,
  auto: AutoView,
}

/** A loop of somebody's own has no view of its own: its plan and its steps are shown. */
export function familyView(loop: string): ComponentType<FamilyViewProps> {
  return views[loop] ?? PlanView
}

/** A plan: its waves, its list or its graph, its versions, and what changed with each. */
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react'
import { EditPlanButton } from '../../reasoning/edit-plan.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, Skeleton } from '../../ui/states.tsx'
import type { FamilyViewProps } from '../family-views.tsx'
import { ChosenStep } from './chosen-step.tsx'
import { PlanChange } from './plan-change.tsx'
import type { PlanVersion } from './plan-fold.ts'
import { PlanList } from './plan-list.tsx'
import { type PlanPicture, planPicture, progressText } from './plan-picture.ts'
import { type PlanDrawingProps, PlanWaves } from './plan-waves-view.tsx'
import { useShownVersion } from './use-shown-version.ts'
import './plan.css'

const PlanGraph = lazy(async () => ({ default: (await import('./plan-graph.tsx')).PlanGraph }))

export function PlanView({ live, base }: FamilyViewProps) {
  const { log } = live
  const under = log.running.all.map(({ path }) => path).join(' ')
  const { seq } = log.view
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log is one that grows; these tell that it did.
  const picture = useMemo(() => planPicture(log, base), [log, base, seq, under])
  const newest = picture.versions.at(-1)
  if (!newest) return <NoPlan hasEnded={log.hasEnded} />
  return <Plan live={live} base={base} picture={picture} newest={newest} />
}

function NoPlan({ hasEnded }: { readonly hasEnded: boolean }) {
  return (
    <Card title="Plan" id="plan">
      <Empty title={hasEnded ? 'There was no plan' : 'There is no plan yet'} icon="plan">
        {hasEnded
          ? 'It ended before one was made, or its loop makes none. The timeline shows what it did.'
          : 'It is shown here as soon as it is made.'}
      </Empty>
    </Card>
  )
}

type PlanProps = Pick<FamilyViewProps, 'live' | 'base'> & {
  readonly picture: PlanPicture
  readonly newest: PlanVersion
}

function Plan({ live, base, picture, newest }: PlanProps) {
  const { versions } = picture
  const [shown, show] = useShownVersion(versions.length, base === '')
  const version = versions[shown - 1] ?? newest
  const before = versions[version.number - 2]
  const steps = picture.stepsOf(version)
  const [chosen, setChosen] = useState<string>()
  const step = steps.find(({ key }) => key === chosen)
  const [drawing, setDrawing] = useState<Drawing>(() => (matchMedia('(max-width: 760px)').matches ? 'List' : 'Waves'))
  useShortcuts({
    '[': { does: 'Previous version of the plan', run: () => show(Math.max(1, version.number - 1)) },
    ']': { does: 'Next version of the plan', run: () => show(Math.min(versions.length, version.number + 1)) },
  })
  const Shown = drawings[drawing]
  const isOld = version !== newest
  return (
    <Card
      {...(base === '' && { id: 'plan' })}
      className={isOld ? 'stale' : ''}
      title="Plan"
      sub={`version ${version.number}${isOld ? ` of ${newest.number}` : ''}, ${progressText(steps)}`}
      flush
      actions={
        <>
          {versions.length > 1 && <Versions shown={version.number} count={versions.length} onShow={show} />}
          <Drawings drawing={drawing} onDraw={setDrawing} />
          {base === '' && !live.log.hasEnded && <EditPlanButton live={live} />}
        </>
      }
    >
      <Suspense fallback={<Skeleton />}>
        <Shown steps={steps} version={version.number} chosen={chosen} onChoose={setChosen} />
      </Suspense>
      {step && <ChosenStep session={live.log.id} step={step} steps={steps} onClose={() => setChosen(undefined)} />}
      {before && <PlanChange session={live.log.id} before={before} after={version} />}
    </Card>
  )
}

type VersionsProps = {
  readonly shown: number
  readonly count: number
  readonly onShow: (version: number) => void
}

function Versions({ shown, count, onShow }: VersionsProps) {
  return (
    <span className="row gap-0.5">
      <Button
        look="ghost"
        mini
        icon="right"
        className="rotate-180"
        label="Previous version"
        disabled={shown === 1}
        onClick={() => onShow(shown - 1)}
      />
      <select
        className="field version"
        aria-label="Version of the plan"
        value={shown}
        onChange={(event) => onShow(Number(event.target.value))}
      >
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a version is its number.
          <option key={index} value={index + 1}>
            v{index + 1}
          </option>
        ))}
      </select>
      <Button
        look="ghost"
        mini
        icon="right"
        label="Next version"
        disabled={shown === count}
        onClick={() => onShow(shown + 1)}
      />
    </span>
  )
}

type Drawing = 'Waves' | 'List' | 'Graph'

const drawings: Readonly<Record<Drawing, ComponentType<PlanDrawingProps>>> = {
  Waves: PlanWaves,
  List: PlanList,
  Graph: PlanGraph,
}

function Drawings({ drawing, onDraw }: { readonly drawing: Drawing; readonly onDraw: (drawing: Drawing) => void }) {
  return (
    <fieldset className="seg border-0 m-0" aria-label="Plan as">
      {(Object.keys(drawings) as Drawing[]).map((each) => (
        <button key={each} type="button" aria-pressed={each === drawing} onClick={() => onDraw(each)}>
          {each}
        </button>
      ))}
    </fieldset>
  )
}
